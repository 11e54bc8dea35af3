import { useState } from 'react';
import type { EffectShown } from '#contract/claim-shapes.ts';
import { isEnded } from '#core/effects/state.ts';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { EffectActions, EffectDialog, type OpenEffect } from './effect-actions.tsx';
import { EffectFacts } from './effect-facts.tsx';
import { effectStates } from './effect-words.ts';

type EffectsPanelProps = { storeId: number; effects: readonly EffectShown[] };

/** What was set in motion outside: what is open or failed in sight, with what can be done about it, and the rest folded. */
export function EffectsPanel({ storeId, effects }: EffectsPanelProps) {
  const [opened, setOpened] = useState<OpenEffect | null>(null);
  if (effects.length === 0) return null;
  const ended = effects.filter(({ state }) => isEnded(state));
  const open = effects.filter((effect) => !ended.includes(effect));
  const list = (some: readonly EffectShown[]) => (
    <ul className="mg-effects">
      {some.map((effect) => (
        <li key={effect.id} className="mg-effect">
          <div className="mg-effect-main">
            <div className="mg-effect-head">
              <StatusBadge status={effectStates[effect.state]} />
              <span>{effect.summary}</span>
            </div>
            <EffectFacts effect={effect} />
          </div>
          <EffectActions storeId={storeId} effect={effect} onOpen={setOpened} />
        </li>
      ))}
    </ul>
  );
  return (
    <Section title="Actions">
      {open.length > 0 ? list(open) : null}
      {ended.length > 0 ? (
        <details className="mg-details">
          <summary>{ended.length === 1 ? '1 completed action' : `${ended.length} completed actions`}</summary>
          {list(ended)}
        </details>
      ) : null}
      <EffectDialog storeId={storeId} open={opened} onClose={() => setOpened(null)} />
    </Section>
  );
}
