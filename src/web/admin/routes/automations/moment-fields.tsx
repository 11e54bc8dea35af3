import { Checkbox, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AskedResolution } from '#contract/merchant/orders.ts';
import { isKnownAt } from '#core/automations/condition.ts';
import { factOf } from '#core/automations/facts.ts';
import type { Hook } from '#core/automations/hooks.ts';
import { CLAIM_TYPES, ClaimType } from '#core/claims/types.ts';
import { reasonsQuery } from '../../reasons-query.ts';
import { claimOf, isOfChoice, isOfClaim, type FactsOfOrder, type FoundOrder, type Picks } from './try-queries.ts';

type FieldsProps = {
  storeId: number;
  hook: Hook;
  order: FoundOrder;
  facts: FactsOfOrder | undefined;
  picks: Picks;
  /** The item the answer is shown for. */
  subject: string;
  onPick: (change: Partial<Picks>) => void;
  onSubject: (subject: string) => void;
};

/** What is chosen of a moment beside the order, as its facts ask for it. */
export function MomentFields(props: FieldsProps) {
  const { hook, order, picks, onPick } = props;
  const claimId = claimOf(hook, order, picks);
  return (
    <>
      {isOfClaim(hook) && order.claims.length > 0 ? (
        <NativeSelect
          label="Claim"
          data={[
            ...(hook === 'claimCreated' ? [{ value: 'new', label: 'A new claim' }] : []),
            ...order.claims.map(({ id, externalId, claimType }) => ({
              value: String(id),
              label: `${externalId}, ${CLAIM_TYPES[claimType].label}`,
            })),
          ]}
          value={claimId === null ? 'new' : String(claimId)}
          onChange={({ currentTarget: { value } }) => onPick({ claimId: value === 'new' ? 'new' : Number(value) })}
        />
      ) : null}
      {isOfChoice(hook, claimId) ? <ChoiceFields {...props} /> : <SubjectField {...props} />}
      {isOfChoice(hook, claimId) || hook === 'orderLookup' ? (
        <Checkbox
          label="The recipient of a gift asks"
          checked={picks.isGiftReturn}
          onChange={({ currentTarget: { checked } }) => onPick({ isGiftReturn: checked })}
        />
      ) : null}
    </>
  );
}

/** Of several items that are asked about, the one to show. */
function SubjectField({ facts, subject, onSubject }: FieldsProps) {
  const subjects = facts?.subjects ?? [];
  if (subjects.length < 2) return null;
  return (
    <NativeSelect
      label="Item"
      data={subjects.map(({ subject: value, name }) => ({ value, label: name }))}
      value={subject}
      onChange={({ currentTarget: { value } }) => onSubject(value)}
    />
  );
}

const MOST_UNITS = 50;

/** What a shopper would choose. */
function ChoiceFields({ storeId, hook, facts, picks, onPick }: FieldsProps) {
  const { data } = useQuery(reasonsQuery(storeId));
  const reasons = (data?.reasons ?? []).filter(({ isDeleted }) => !isDeleted);
  const reason = reasons.find(({ id }) => id === picks.reasonId);
  const details = (reason?.claimReasonDetails ?? []).filter(({ isDeleted }) => !isDeleted);
  const lines = facts?.lines ?? [];
  const line = lines.find(({ idFromPlatform }) => idFromPlatform === picks.lineIdFromPlatform) ?? lines[0];
  const units = Math.min(line?.quantity ?? 1, MOST_UNITS);
  const resolutions = factOf('claim/requestedResolution').options;
  return (
    <>
      <NativeSelect
        label="Item"
        data={lines.map(({ idFromPlatform, name }) => ({ value: idFromPlatform, label: name }))}
        value={line?.idFromPlatform ?? ''}
        onChange={({ currentTarget: { value } }) => onPick({ lineIdFromPlatform: value, quantity: 1 })}
      />
      <div className="mg-try-pair">
        <NativeSelect
          label="Quantity"
          data={Array.from({ length: units }, (_, index) => String(index + 1))}
          value={String(picks.quantity)}
          onChange={({ currentTarget: { value } }) =>
            onPick({ lineIdFromPlatform: line?.idFromPlatform ?? null, quantity: Number(value) })
          }
        />
        <NativeSelect
          label="Claim type"
          data={ClaimType.options.map((type) => ({ value: type, label: CLAIM_TYPES[type].label }))}
          value={picks.claimType}
          onChange={({ currentTarget: { value } }) => onPick({ claimType: ClaimType.parse(value) })}
        />
      </div>
      <NativeSelect
        label="Reason"
        data={reasons.map(({ id, name }) => ({ value: id, label: name }))}
        value={picks.reasonId}
        onChange={({ currentTarget: { value } }) => onPick({ reasonId: value, reasonDetail: '' })}
      />
      {details.length > 0 ? (
        <NativeSelect
          label="Reason detail"
          data={[{ value: '', label: 'No detail' }, ...details.map(({ name }) => name)]}
          value={picks.reasonDetail}
          onChange={({ currentTarget: { value } }) => onPick({ reasonDetail: value })}
        />
      ) : null}
      {isKnownAt('claim/requestedResolution', hook) && resolutions?.kind === 'definite' ? (
        <NativeSelect
          label="Requested resolution"
          data={[...resolutions.options]}
          value={picks.resolution}
          onChange={({ currentTarget: { value } }) => onPick({ resolution: AskedResolution.parse(value) })}
        />
      ) : null}
    </>
  );
}
