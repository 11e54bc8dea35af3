import { useState } from 'react';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { EffectActions, EffectDialog, type OpenEffect } from '../effects/effect-actions.tsx';
import { EffectFacts } from '../effects/effect-facts.tsx';
import { effectStates } from '../effects/effect-words.ts';
import type { ClaimOnScreen } from './use-claim-change.ts';

/** What finalizing set in motion outside, each with its state, and what can be done about it by hand. */
export function EffectsPanel({ storeId, claim }: ClaimOnScreen) {
  const [open, setOpen] = useState<OpenEffect | null>(null);
  if (claim.effects.length === 0) return null;
  return (
    <Section title="Actions">
      <ul className="mg-effects">
        {claim.effects.map((effect) => (
          <li key={effect.id} className="mg-effect">
            <div className="mg-effect-main">
              <div className="mg-effect-head">
                <StatusBadge status={effectStates[effect.state]} />
                <span>{effect.summary}</span>
              </div>
              <EffectFacts effect={effect} />
            </div>
            <EffectActions storeId={storeId} effect={effect} onOpen={setOpen} />
          </li>
        ))}
      </ul>
      <EffectDialog storeId={storeId} open={open} onClose={() => setOpen(null)} />
    </Section>
  );
}
