/** The audit log shows that a rule asks about customers' emails, never which. */
export const maskedEmails = `
create function audit_rule(rule jsonb) returns jsonb language sql immutable as $$
  select jsonb_set(rule, '{conditions}', (
    select coalesce(jsonb_object_agg(mode, (
      select coalesce(jsonb_agg(
        case when condition ->> 'fact' = 'customer/email' then condition || '{"value": ["••••"]}' else condition end order by place
      ), '[]')
      from jsonb_array_elements(list) with ordinality as each (condition, place)
    )), '{}')
    from jsonb_each(rule -> 'conditions') as modes (mode, list)
  ))
$$;

create or replace function audit_masked(key text, value jsonb) returns jsonb language sql immutable as $$
  select case
    when value not in ('null', '""') and (key ~* secrets or value::text ~* ('"[^"]*' || secrets || '[^"]*"\\s*:')) then '"••••"'
    when key = 'rule' and jsonb_typeof(value -> 'conditions') = 'object' then audit_rule(value)
    else value
  end
  from (values ('(secret|token|password|api_?key|credential|sealed)')) as named (secrets)
$$;
`;
