/** What the audit log left out: the domain that emails are sent from, and columns that came after their triggers. */
export const auditedColumns = `
create trigger audit after insert or update or delete on email_domain for each row
  execute function audit_change('settings', 'store_id', 'domain', 'domain verified_on failing_since');

drop trigger audit on custom_field;
create trigger audit after insert or update or delete on custom_field for each row
  execute function audit_change('customField', 'custom_field_id', 'display_name',
    'display_name description value_type options required is_serial_number');

drop trigger audit on return_location;
create trigger audit after insert or update or delete on return_location for each row
  execute function audit_change('returnLocation', 'location_id', 'name',
    'name customs_signer_name is_quick_ship_enabled is_default fulfillment_location_id_from_platform address');
`;
