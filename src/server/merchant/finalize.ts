import type { z } from 'zod';
import * as contract from '#contract/merchant/claim-actions.ts';
import type { RouteParsed } from '#contract/route.ts';
import { settlementOf } from '#core/claims/claim-money.ts';
import { decideFinal } from '#core/claims/commands/finalize.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { claimEmail } from '#core/claims/email.ts';
import { usualEmail } from '#core/claims/email-wishes.ts';
import { emailLanguages, inWords, languagesOf, usualToEdit } from '#core/emails/worded.ts';
import { summaryOf } from '#core/effects/kinds.ts';
import { FINALIZE_GROUPS, finalizeGroupOf, type ChosenLine, type FinalizeGroup } from '#core/claims/finalize-groups.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { isUnresolved, type FinalizeDecision } from '#core/claims/finalize.ts';
import type { Minor } from '#core/money.ts';
import { Refusal } from '#core/refusal.ts';
import { PartnerError } from '#partners/ports.ts';
import { amountOf, minorOf } from '#server/amounts.ts';
import { claimPageUrl } from '#server/customer/claim-link.ts';
import { portalAddress } from '#server/customer/portal-address.ts';
import { aheadUnderWay, askPartners, loadForFinal, stockFor, type LoadedForFinal } from '#server/claims/finalizing.ts';
import type { Stock } from '#server/claims/stock-to-send.ts';
import { startedPaymentsFor } from '#server/db/payments.ts';
import { storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { brandOf } from '#server/email/brand.ts';
import { renderEmail } from '#server/email/render.ts';
import type { StoreContext } from '#server/http/context.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { changeByStaff, type ChangeDeps } from '#server/merchant/change-claim.ts';
import { claimNotFound } from '#server/merchant/show-claim.ts';
import { emailsOfStore } from '#server/policy.ts';
import { showLedger } from '#server/merchant/show-money.ts';
import { writersFor } from '#server/texts.ts';

export type FinalizeDeps = ChangeDeps & Pick<ServerDeps, 'storefrontOf' | 'paymentsOf'>;
type Deps = FinalizeDeps;
type Body = RouteParsed<typeof contract.finalize>['body'];
type Item = Body['lineItems'][FinalizeGroup][number];
type Groups = Record<FinalizeGroup, Item[]>;

/** Carrying decided lines out, and seeing beforehand what that does. */
export const finalizeHandlers = (deps: Deps): Handler[] => [
  handle(contract.finalizePreview, ({ params, query }, context) =>
    preview(deps, context, params.claimId, {
      waiveBalance: query.waiveBalance === 'true',
      approves: query.approveRequested === 'true',
    }),
  ),

  handle(contract.finalize, async ({ params, body }, context) => {
    const chosen = FINALIZE_GROUPS.flatMap((group) => body.lineItems[group].map((item) => ({ ...item, group })));
    const ids = chosen.map((item) => item.id);
    const before = await loaded(deps, context.storeId, params.claimId, body.approveRequested);
    const stock = await askPartners(deps, context, before, ids);
    const of = { claimId: params.claimId, version: body.version, readsOrder: true } as const;
    const { claim, decided } = await changeByStaff(deps, context, of, async (current, db) => ({
      kind: 'finalize',
      input: {
        approves: body.approveRequested,
        chosen: chosen.map((item) => chosenLine(item, item.group, current)),
        how: {
          lineIds: ids,
          stock,
          aheadUnderWay: await aheadUnderWay(db, context.storeId, current),
          waiveBalance: body.waiveBalance,
          noteToCustomer: body.noteToCustomer,
          lineNotes: new Map(
            chosen.flatMap((item) => (item.noteToCustomer === '' ? [] : [[item.id, item.noteToCustomer]])),
          ),
          email: body.notifyCustomerByEmail,
        },
      },
    }));
    const lineErrors = decided?.lineErrors ?? [];
    return { claim, lineItems: groupsOf((group) => body.lineItems[group].map((item) => withErrors(item, lineErrors))) };
  }),
];

/**
 * Finalizes a claim, every line of it decided (C4.13), with the email as it is by default; `approves`: what has no
 * decision is approved as requested first. Refuses NOTHING_READY
 * when no line is, LINE_UNRESOLVED when some are, and LINES_LEFT_OUT with the reasons when some could not be carried out.
 */
export async function finalizeReady(
  deps: FinalizeDeps,
  context: StoreContext,
  claimId: number,
  approves: boolean,
): Promise<void> {
  const found = await loaded(deps, context.storeId, claimId, approves);
  const { claim: before, version } = found;
  const left = before.lines.filter(isLeft);
  const lineIds = left.filter((line) => finalizeGroupOf(line) !== null).map((line) => line.id);
  if (lineIds.length === 0) throw new Refusal('conflict', 'NOTHING_READY', "There's nothing new to finalize.");
  if (left.some(isUnresolved))
    throw new Refusal('conflict', 'LINE_UNRESOLVED', 'Approve, deny or cancel every item first.');
  const stock = await askPartners(deps, context, found, lineIds);
  const { decided } = await changeByStaff(
    deps,
    context,
    { claimId, version, readsOrder: true },
    async (current, db) => ({
      kind: 'finalizeReady',
      input: {
        approves,
        how: { lineIds, stock, aheadUnderWay: await aheadUnderWay(db, context.storeId, current), waiveBalance: false },
      },
    }),
  );
  const lineErrors = decided?.lineErrors ?? [];
  if (lineErrors.length > 0)
    throw new Refusal('conflict', 'LINES_LEFT_OUT', lineErrors.flatMap((line) => line.errors).join(' '));
}

const groupsOf = (itemsOf: (group: FinalizeGroup) => Item[]): Groups => ({
  refunds: itemsOf('refunds'),
  giftCards: itemsOf('giftCards'),
  variantExchanges: itemsOf('variantExchanges'),
  replacementOrders: itemsOf('replacementOrders'),
  other: itemsOf('other'),
  repairs: itemsOf('repairs'),
  approvedWithExternalResolution: itemsOf('approvedWithExternalResolution'),
  denied: itemsOf('denied'),
});

const chosenLine = (item: Item, group: FinalizeGroup, claim: Claim): ChosenLine => ({
  id: item.id,
  group,
  quantity: item.quantity,
  deductedAmount: item.deductedAmount === null ? null : minorOf(item.deductedAmount, claim.currencyCode),
});

const withErrors = (item: Item, lineErrors: FinalizeDecision['lineErrors']): Item => ({
  ...item,
  errors: lineErrors.find(({ lineId }) => lineId === item.id)?.errors ?? [],
});

async function loaded(...input: Parameters<typeof loadForFinal>): Promise<LoadedForFinal> {
  const found = await loadForFinal(...input);
  if (!found) throw claimNotFound();
  return found;
}

type Preview = z.output<typeof contract.finalizePreview.response>;

async function preview(
  deps: Deps,
  context: StoreContext,
  claimId: number,
  { waiveBalance, approves }: { waiveBalance: boolean; approves: boolean },
): Promise<Preview> {
  const { storeId } = context;
  const found = await loaded(deps, storeId, claimId, approves);
  const { claim } = found;
  const decided = claim.lines.filter((line) => isLeft(line) && finalizeGroupOf(line) !== null);
  const lineIds = decided.map((line) => line.id);
  const [stock, ahead] = await Promise.all([
    knownStock(deps, context, found, lineIds),
    deps.database.readStore(storeId, (db) => aheadUnderWay(db, storeId, claim)),
  ]);
  const decision = decideFinal(
    claim,
    found.held,
    {
      // With nothing decided, everything that is left is refused as unresolved.
      ...(lineIds.length > 0 ? { lineIds } : {}),
      stock,
      aheadUnderWay: ahead,
      waiveBalance,
    },
    new Date().toISOString(),
  );
  const [store, startedPayments] = await deps.database.readStore(storeId, (db) =>
    Promise.all([storeById(db, storeId), startedPaymentsFor(db, storeId, claimId)]),
  );
  if (!store) throw claimNotFound();
  const emails = emailsOfStore(store);
  const writerIn = await deps.database.readStore(storeId, (db) => writersFor(db, store, languagesOf(claim, emails)));
  const { usual } = usualEmail('finalized', decision.claim);
  const { text, writer } = usualToEdit(decision.claim, usual, emails, writerIn);
  const { content } = claimEmail('finalized', decision.claim, text, writer);
  const url = claimPageUrl(portalAddress(deps.config.PUBLIC_URL, store), claim.externalId, isGiftReturn(claim));
  return {
    ...text,
    ...emailLanguages(decision.claim, writer),
    html: (await renderEmail(content, brandOf(store), { button: url }, writer)).html,
    effects: [
      ...inWords(decision.claim, decision.effects, emails, writerIn).map((effect) => ({
        kind: effect.kind,
        summary: summaryOf(effect),
      })),
      ...(decision.claim.instantExchange?.isOnlyReturnAwaited
        ? [{ kind: 'holdKept', summary: 'The hold stays until the return arrives' }]
        : []),
    ],
    lineItems: groupsOf((group) =>
      decided.filter((line) => finalizeGroupOf(line) === group).map((line) => previewItem(line, decision)),
    ),
    ledger: showLedger(decision.claim, startedPayments),
    paymentReturned: amountOf(movedBy(decision, 'paymentRefund'), claim.currencyCode),
    paymentTaken: amountOf(movedBy(decision, 'paymentCapture'), claim.currencyCode),
    stillOwed: amountOf(settlementOf(claim, decided).stillOwed, claim.currencyCode),
  };
}

const movedBy = ({ effects }: FinalizeDecision, kind: 'paymentRefund' | 'paymentCapture'): Minor =>
  effects.reduce((sum, one) => sum + (one.kind === kind ? one.payload.amount.amount : 0), 0);

const isLeft = (line: ClaimLine): boolean => line.finalizedOn === null && line.canceledOn === null;

/** A line left out bears nothing yet, so that whatever it comes to bear is no surprise. */
function previewItem(line: ClaimLine, { claim, lineErrors }: FinalizeDecision): Item {
  const errors = lineErrors.find(({ lineId }) => lineId === line.id)?.errors ?? [];
  const deducted = claim.lines.find((one) => one.id === line.id)?.deductedAmount ?? 0;
  return {
    id: line.id,
    quantity: line.quantity,
    noteToCustomer: line.noteToCustomer,
    errors,
    deductedAmount: errors.length > 0 ? null : amountOf(deducted, claim.currencyCode),
  };
}

/** The stock as far as the platform tells it: it is only looked at here, and counts when finalizing. */
async function knownStock(...input: Parameters<typeof stockFor>): Promise<Stock> {
  try {
    return await stockFor(...input);
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error;
    return new Map();
  }
}
