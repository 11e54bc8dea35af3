import { Button, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ACTIONS } from '#core/automations/actions.ts';
import { hasForm } from './action-fields.ts';
import { CREATE_RULE } from './automation-places.ts';
import { flowOf, type Moment } from './flow.ts';
import type { ListedRule } from './rule-queries.ts';
import { RuleRow, type RuleActions } from './rule-row.tsx';
import type { StoreThings } from './store-things.ts';
import { useReorder } from './use-reorder.ts';

type FlowProps = {
  storeId: number;
  rules: readonly ListedRule[];
  things: StoreThings | null;
  returnTo: string;
  actions: RuleActions;
  onMove: (rule: ListedRule, to: number) => void;
};

/** The rules by the steps of a return or warranty, in the order in which they run (R2.03). */
export function FlowView(props: FlowProps) {
  return (
    <>
      <p className="mg-rules-note">Lower numbers run first. Drag rules to change their priority.</p>
      {flowOf(props.rules).map(({ step, label, moments }) => (
        <section key={step} className="mg-flow-step" aria-labelledby={`step-${step}`}>
          <h2 id={`step-${step}`}>{label}</h2>
          <div>
            {moments.map((moment) => (
              <MomentGroup key={moment.hook} {...props} moment={moment} />
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

function MomentGroup({
  storeId,
  things,
  returnTo,
  actions,
  onMove,
  moment,
}: FlowProps & { moment: Moment<ListedRule> }) {
  const { hook, label, rules } = moment;
  const [said, say] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const held = useRef<number | null>(null);
  const reorder = useReorder({
    ids: rules.map(({ id }) => id),
    onMove: (id, to) => {
      const rule = rules.find((one) => one.id === id);
      if (!rule) return;
      held.current = id;
      onMove(rule, to);
      say(`${rule.name} is now ${to + 1} of ${rules.length}.`);
    },
  });
  // A row that was put elsewhere loses the focus of its handle.
  const order = rules.map(({ id }) => id).join(' ');
  useEffect(() => {
    const id = held.current;
    held.current = null;
    if (id !== null) list.current?.querySelector<HTMLElement>(`#store-rule-${id} .mg-rule-handle`)?.focus();
  }, [order]);
  return (
    <div className="mg-moment">
      <h3>{label}</h3>
      {rules.length === 0 ? null : (
        <ol className="mg-rules" ref={list} aria-label={label}>
          {rules.map((rule) => (
            <RuleRow
              key={rule.id}
              storeId={storeId}
              rule={rule}
              things={things}
              returnTo={returnTo}
              actions={actions}
              order={reorder}
            />
          ))}
        </ol>
      )}
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
      <div className="mg-moment-add">
        {moment.actions.filter(hasForm).map((type) => (
          <Button
            key={type}
            variant="default"
            size="compact-xs"
            leftSection={<IconPlus size={12} />}
            renderRoot={(props) => (
              <Link to={CREATE_RULE} params={{ storeId }} search={{ eventType: type, hook, returnTo }} {...props} />
            )}
          >
            {ACTIONS[type].label}
          </Button>
        ))}
      </div>
    </div>
  );
}
