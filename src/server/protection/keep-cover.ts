import { aboutStore } from '#core/effects/subject.ts';
import {
  coverWanted,
  isAsWanted,
  isScriptWanted,
  type CoverSettings,
  type CoverWanted,
} from '#core/policy/cover-wanted.ts';
import { isCheckoutPlusOn } from '#core/policy/widget-config-for.ts';
import type { Db } from '#server/db/connect.ts';
import { keptCover, nextRevision, wantScript } from '#server/db/cover-product.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeById } from '#server/db/stores.ts';
import { enqueue } from '#server/effects/outbox.ts';

type Asking = { storeId: number; requestId: string; publicUrl: string };

/** The address of the widget's script for a store. */
export const scriptAddress = (publicUrl: string, slug: string): string =>
  new URL(`/widget.js?store=${encodeURIComponent(slug)}`, publicUrl).href;

/** Wants of the platform what the settings ask for, in the transaction that saved them over those from before. */
export async function followSettings(
  db: Db,
  { storeId, requestId, publicUrl }: Asking,
  before: CoverSettings,
): Promise<void> {
  const store = await storeById(db, storeId);
  if (!store) return;
  const settings = settingsOf(store);
  const wanted = coverWanted(settings);
  if (isCheckoutPlusOn(settings) && !isAsWanted(wanted, await keptCover(db, storeId)))
    await makeCover(db, { storeId, requestId }, wanted);
  if (isScriptWanted(before) !== isScriptWanted(settings))
    await setScript(db, { storeId, requestId }, isScriptWanted(settings) ? scriptAddress(publicUrl, store.slug) : '');
}

/** Makes the product, or what it has to be again. */
export async function makeCover(
  db: Db,
  { storeId, requestId }: Omit<Asking, 'publicUrl'>,
  wanted: CoverWanted,
): Promise<void> {
  const revision = await nextRevision(db, storeId);
  const payload = { revision, ...wanted };
  const subject = aboutStore(storeId);
  await enqueue(db, storeId, requestId, [
    { kind: 'coverProduct', purposeKey: `cover:${storeId}:${revision}`, subject, payload },
  ]);
}

export async function setScript(db: Db, { storeId, requestId }: Omit<Asking, 'publicUrl'>, src: string): Promise<void> {
  const revision = await wantScript(db, storeId, src);
  await enqueue(db, storeId, requestId, [
    {
      kind: 'checkoutScript',
      purposeKey: `checkoutScript:${storeId}:${revision}`,
      subject: aboutStore(storeId),
      payload: { revision, src },
    },
  ]);
}
