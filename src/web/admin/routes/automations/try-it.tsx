import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { isKnownAt } from '#core/automations/condition.ts';
import { factOf, type Facts } from '#core/automations/facts.ts';
import { conditionsOf, type RunnableRule } from '#core/automations/rule.ts';
import { runnableOf } from '#core/automations/stored.ts';
import { tryRule, type TypedRule } from '#core/automations/try-rule.ts';
import type { Asking } from '#core/automations/rule-set.ts';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { loadProblemText } from '../../problem-words.ts';
import { ConditionValueInput } from './condition-value-input.tsx';
import { fieldsOf, madeUpFacts, valueIn, type MadeUp, type MadeUpField } from './made-up.ts';
import { MomentFields } from './moment-fields.tsx';
import { OrderChoice } from './order-choice.tsx';
import { draftOf, priorityOf, type RuleForm } from './rule-form.ts';
import { rulesQuery, type ListedRule } from './rule-queries.ts';
import type { StoreThings } from './store-things.ts';
import { TriedResult } from './tried.tsx';
import './try-it.css';
import { isOfClaim, orderFactsQuery, type FoundOrder, type Picks } from './try-queries.ts';

type TryProps = {
  storeId: number;
  rule: ListedRule | null;
  form: RuleForm;
  does: NonNullable<RuleForm['does']>;
  things: StoreThings;
};

// A new rule comes after every other one of its moment.
const NEW_RULE_ID = Number.MAX_SAFE_INTEGER;

/** The rule as it is typed, tried on an order of the store or on one that is made up. Nothing is saved. */
export function TryIt({ storeId, rule, form, does, things }: TryProps) {
  const id = useId();
  const { data } = useQuery(rulesQuery(storeId));
  const others = useMemo(() => runnableOf(data?.rules ?? []), [data]);
  const [source, setSource] = useState<'order' | 'madeUp'>('order');
  const [order, chooseOrder] = useState<FoundOrder | null>(null);
  const [made, setMade] = useState<MadeUp>({});
  const typed = typedOf(form, does, priorityOf(form, rule, data?.rules ?? []), rule?.id ?? NEW_RULE_ID);
  // Registrations, checkouts and the storefront have no order yet.
  const isOfOrders = isKnownAt('order/number', does.hook);
  const shared = { storeId, typed, others, isEnabled: form.isEnabled, things };
  return (
    <aside className="mg-try" aria-labelledby={id}>
      <h2 id={id}>Try it</h2>
      <p className="mg-settings-help">See whether this automation matches, as you type. Nothing is saved or sent.</p>
      {isOfOrders ? (
        <SegmentedControl
          aria-label="Try it on"
          fullWidth
          data={[
            { value: 'order', label: 'An order' },
            { value: 'madeUp', label: 'Made-up values' },
          ]}
          value={source}
          onChange={(next) => setSource(next === 'madeUp' ? 'madeUp' : 'order')}
        />
      ) : null}
      {isOfOrders && source === 'order' ? (
        <>
          <OrderChoice storeId={storeId} chosen={order} onChoose={chooseOrder} />
          {order ? (
            <OnOrder
              key={order.id}
              {...shared}
              order={order}
              onEdit={(facts) => {
                setMade(facts);
                setSource('madeUp');
              }}
            />
          ) : (
            <p className="mg-rule-nothing">Choose an order to see what this automation makes of it.</p>
          )}
        </>
      ) : (
        <OnMadeUp {...shared} made={made} onChange={setMade} />
      )}
    </aside>
  );
}

/** The rule as it would run, half done or not. */
function typedOf(form: RuleForm, { type, hook, params }: TryProps['does'], priority: number, id: number): TypedRule {
  const draft = draftOf(form, priority);
  const [mode, conditions] = conditionsOf(draft?.rule.conditions ?? { all: [] });
  return { id, hook, priority, type, params, mode, conditions };
}

type Shared = {
  storeId: number;
  typed: TypedRule;
  others: readonly RunnableRule[];
  isEnabled: boolean;
  things: StoreThings;
};

type OnOrderProps = Shared & { order: FoundOrder; onEdit: (facts: MadeUp) => void };

function OnOrder({ order, onEdit, ...shared }: OnOrderProps) {
  const { storeId, typed, things } = shared;
  const { hook } = typed;
  const [picks, setPicks] = useState<Picks>({
    claimId: null,
    claimType: 'Return',
    isGiftReturn: false,
    lineIdFromPlatform: null,
    quantity: 1,
    reasonId: things.reasons[0]?.value ?? '',
    reasonDetail: '',
    resolution: 'refund',
  });
  const [wanted, show] = useState('');
  const { data, error, isPlaceholderData, refetch } = useQuery(orderFactsQuery(storeId, hook, order, picks));
  const askings: readonly Asking[] = data?.subjects ?? [];
  const shown = askings.find(({ subject }) => subject === wanted) ?? askings[0];
  return (
    <>
      <MomentFields
        storeId={storeId}
        hook={hook}
        order={order}
        facts={data}
        picks={picks}
        subject={shown?.subject ?? ''}
        onPick={(change) => setPicks({ ...picks, ...change })}
        onSubject={show}
      />
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <ResultSkeleton /> : null}
      {data && !shown ? (
        <p className="mg-rule-nothing">
          {isOfClaim(hook)
            ? 'This order has no claim with items, and this moment comes only to claims. Choose another order, or use made-up values.'
            : 'This order has no items.'}
        </p>
      ) : null}
      {shown ? (
        <div aria-busy={isPlaceholderData}>
          <Result {...shared} askings={askings} subject={shown} />
          <Button
            variant="transparent"
            c="var(--mg-link)"
            size="compact-sm"
            px={0}
            onClick={() => onEdit(madeOf(shown.facts))}
          >
            Change these values
          </Button>
        </div>
      ) : null}
    </>
  );
}

const madeOf = (facts: Facts): MadeUp =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([key, value]) => (value === null || value === undefined ? [] : [[key, value]])),
  );

type OnMadeUpProps = Shared & { made: MadeUp; onChange: (made: MadeUp) => void };

function OnMadeUp({ made, onChange, ...shared }: OnMadeUpProps) {
  const { storeId, typed, others, things } = shared;
  const fields = fieldsOf(typed, others);
  const asking = { subject: 'madeUp', facts: madeUpFacts(made, fields) };
  return (
    <>
      {fields.length === 0 ? (
        <p className="mg-rule-nothing">
          Neither this automation nor another one with its action has conditions. Add a condition to give it a value
          here.
        </p>
      ) : null}
      {fields.map((field) => (
        <ConditionValueInput
          key={field.key}
          storeId={storeId}
          fact={field.fact}
          customFieldId={field.customFieldId}
          label={labelOf(field, things)}
          value={valueIn(made, field)}
          isLocked={false}
          things={things}
          error={undefined}
          onChange={(value) => onChange({ ...made, [field.key]: value })}
        />
      ))}
      <Result {...shared} askings={[asking]} subject={asking} />
    </>
  );
}

function labelOf({ fact, customFieldId }: MadeUpField, { customFields }: StoreThings): string {
  const { label } = factOf(fact);
  if (customFieldId === undefined) return label;
  return customFields.find(({ value }) => value === String(customFieldId))?.label ?? `${label} ${customFieldId}`;
}

type ResultProps = Shared & { askings: readonly Asking[]; subject: Asking };

function Result({ typed, others, isEnabled, things, askings, subject }: ResultProps) {
  const tried = tryRule(typed, others, { askings, subject: subject.subject });
  return (
    <TriedResult
      rule={typed}
      isEnabled={isEnabled}
      tried={tried}
      facts={subject.facts}
      itemCount={askings.length}
      things={things}
    />
  );
}

const ResultSkeleton = () => (
  <div aria-busy>
    <Skeleton height={24} width={120} mb={8} />
    <Skeleton height={40} mb={8} />
    <Skeleton height={40} />
  </div>
);
