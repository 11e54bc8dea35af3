import { NativeSelect, Switch } from '@mantine/core';
import { ACTION_TYPES, ACTIONS, isActionType } from '#core/automations/actions.ts';
import { byLabel, listedRules, type ListFilter } from './flow.ts';
import type { ListedRule } from './rule-queries.ts';
import { RuleRow, type RuleActions } from './rule-row.tsx';
import type { StoreThings } from './store-things.ts';

type ListViewProps = {
  storeId: number;
  rules: readonly ListedRule[];
  things: StoreThings | null;
  filter: ListFilter;
  returnTo: string;
  actions: RuleActions;
  onFilter: (filter: ListFilter) => void;
};

/** Every rule by name (R2.04). */
export function ListView({ storeId, rules, things, filter, returnTo, actions, onFilter }: ListViewProps) {
  const shown = listedRules(rules, filter);
  const used = ACTION_TYPES.filter(
    (type) => type === filter.action || rules.some((one) => one.rule.event.type === type),
  );
  return (
    <>
      <div className="mg-rules-filter">
        <NativeSelect
          aria-label="Action"
          data={[
            { value: '', label: 'All actions' },
            ...used.toSorted(byLabel).map((type) => ({ value: type, label: ACTIONS[type].label })),
          ]}
          value={filter.action ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onFilter({ ...filter, action: isActionType(value) ? value : null })
          }
        />
        <Switch
          label="Show only enabled"
          checked={filter.isEnabledOnly}
          onChange={(event) => onFilter({ ...filter, isEnabledOnly: event.currentTarget.checked })}
        />
      </div>
      {shown.length === 0 ? (
        <div className="mg-empty">
          <h2>No automations found</h2>
          <p>
            {filter.isEnabledOnly && listedRules(rules, { ...filter, isEnabledOnly: false }).length > 0
              ? 'Automations that are switched off are hidden.'
              : 'Choose another action to see more.'}
          </p>
        </div>
      ) : (
        <ul className="mg-rules" aria-label="Automations">
          {shown.map((rule) => (
            <RuleRow
              key={rule.id}
              storeId={storeId}
              rule={rule}
              things={things}
              returnTo={returnTo}
              actions={actions}
            />
          ))}
        </ul>
      )}
    </>
  );
}
