import { ActionIcon, Button, NativeSelect, Select } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { factOf, isFactName, type FactName } from '#core/automations/facts.ts';
import { Operator, operatorLabel, OPERATORS_OF } from '#core/automations/operators.ts';
import type { FieldErrors } from '../../field-errors.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { ConditionValueInput } from './condition-value-input.tsx';
import { factsAt, type Offered } from './offered.ts';
import {
  addCondition,
  removeCondition,
  withCondition,
  withFact,
  type EditedCondition,
  type RuleForm,
} from './rule-form.ts';
import type { StoreThings } from './store-things.ts';

type EditorProps = {
  storeId: number;
  form: RuleForm;
  does: NonNullable<RuleForm['does']>;
  errors: FieldErrors;
  things: StoreThings;
  offered: Offered;
  change: (form: RuleForm) => void;
};

const MODES = [
  { value: 'all', label: 'All conditions hold' },
  { value: 'any', label: 'Any condition holds' },
];
const MOST_CONDITIONS = 20;

/** The questions a rule asks (R3.23). Those that an action brings with it stay as they are (R4.04). */
export function ConditionsEditor(props: EditorProps) {
  const { form, does, errors, change } = props;
  const list = useRef<HTMLUListElement>(null);
  const focusRow = (at: number): void =>
    void setTimeout(() => {
      const row = list.current?.children[at] ?? list.current?.lastElementChild;
      const target = row?.querySelector<HTMLElement>('input:enabled, select:enabled, button:enabled');
      (target ?? document.querySelector<HTMLElement>('[data-add-condition]'))?.focus();
    });
  return (
    <>
      {form.conditions.length > 1 || form.mode === 'any' ? (
        <NativeSelect
          label="The rule matches when"
          data={MODES}
          value={form.mode}
          disabled={does.type === 'orderEditing'}
          onChange={(event) => change({ ...form, mode: event.currentTarget.value === 'any' ? 'any' : 'all' })}
        />
      ) : null}
      {form.conditions.length === 0 ? (
        <p className="mg-rule-nothing">Without conditions, the rule always matches.</p>
      ) : null}
      <ul className="mg-conditions" ref={list}>
        {form.conditions.map((condition, at) => (
          <li key={condition.key}>
            <ConditionRow
              {...props}
              condition={condition}
              at={at}
              onRemove={() => {
                change(removeCondition(form, condition.key));
                focusRow(Math.max(0, at - 1));
              }}
            />
          </li>
        ))}
      </ul>
      {errors['conditions'] ? (
        <p className="mg-rule-wrong" role="alert">
          {errors['conditions']}
        </p>
      ) : null}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          data-add-condition
          disabled={form.conditions.length >= MOST_CONDITIONS}
          onClick={() => {
            change(addCondition(form));
            focusRow(form.conditions.length);
          }}
        >
          Add condition
        </Button>
      </div>
    </>
  );
}

type RowProps = EditorProps & { condition: EditedCondition; at: number; onRemove: () => void };

function ConditionRow({ storeId, form, does, errors, things, offered, change, condition, at, onRemove }: RowProps) {
  const { fact, key, isLocked } = condition;
  const known = isFactName(fact) ? fact : null;
  const errorOf = (part: string): { error?: string } => {
    const error = errors[`conditions.${at}.${part}`];
    return error === undefined ? {} : { error };
  };
  const called = `condition ${at + 1}`;
  return (
    <fieldset className="mg-condition" aria-label={`Condition ${at + 1}`} disabled={isLocked}>
      <div className="mg-condition-fields">
        {known === null && fact !== '' ? (
          <UnexpectedFact fact={fact} />
        ) : (
          <Select
            label="Fact"
            placeholder="Select a fact"
            searchable
            allowDeselect={false}
            disabled={isLocked}
            nothingFoundMessage="Nothing found"
            data={factGroups(factsAt(does.hook, offered), known)}
            value={known}
            onChange={(chosen) => {
              if (chosen !== null && isFactName(chosen) && chosen !== fact) change(withFact(form, key, chosen));
            }}
            {...errorOf('fact')}
          />
        )}
        {known === 'claim/customField' ? (
          <Select
            label="Custom field"
            data={[...things.customFields]}
            value={condition.customFieldId === undefined ? null : String(condition.customFieldId)}
            onChange={(id) => {
              if (id !== null) change(withCondition(form, key, { customFieldId: Number(id), value: [] }));
            }}
            {...errorOf('customFieldId')}
          />
        ) : null}
        {known === null ? null : (
          <>
            <NativeSelect
              label="Operator"
              disabled={isLocked}
              data={OPERATORS_OF[factOf(known).type].map((one) => ({
                value: one,
                label: operatorLabel(one, factOf(known).type),
              }))}
              value={condition.operator}
              onChange={(event) =>
                change(withCondition(form, key, { operator: Operator.parse(event.currentTarget.value) }))
              }
              {...errorOf('operator')}
            />
            <ConditionValueInput
              storeId={storeId}
              fact={known}
              customFieldId={condition.customFieldId}
              value={condition.value}
              isLocked={isLocked}
              things={things}
              error={errorOf('value').error}
              onChange={(value) => change(withCondition(form, key, { value }))}
            />
          </>
        )}
      </div>
      {isLocked ? (
        <span className="mg-condition-locked">Required</span>
      ) : (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className="mg-condition-remove"
          aria-label={`Remove ${called}`}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </fieldset>
  );
}

/** A fact that the product does not know (any more) (R8.02). */
export const UnexpectedFact = ({ fact }: { fact: string }) => (
  <span className="mg-unexpected">
    <StatusBadge status={{ label: 'Unexpected Fact', tone: 'bad' }} />
    <code>{fact}</code>
  </span>
);

/** Facts by group; one that is no longer offered stays with the condition that has it. */
function factGroups(facts: readonly FactName[], chosen: FactName | null) {
  const shown = chosen === null || facts.includes(chosen) ? facts : [...facts, chosen];
  return [...Map.groupBy(shown, (fact) => factOf(fact).group)].map(([group, those]) => ({
    group,
    items: those.map((fact) => ({ value: fact, label: factOf(fact).label })),
  }));
}
