import { codeOf, isPassing, isTooMany, submittedAs } from '../../api.ts';
import { lastGoodsSteps, stepKey } from '../../draft-steps.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Flow } from './step-frame.tsx';
import { t } from '../../texts.ts';

/** Refusals of what was chosen to be sent; choosing something else mends them. */
const ABOUT_GOODS: ReadonlySet<string> = new Set([
  'OUT_OF_STOCK',
  'EXCHANGE_VARIANT_UNKNOWN',
  'EXCHANGE_NOT_OFFERED',
  'SHOP_NOW_NOT_OFFERED',
  'SHOP_NOW_EMPTY',
  'INSTANT_EXCHANGE_NOT_OFFERED',
  'PAYMENT_NOT_OFFERED',
  'PAYMENT_REFUSED',
]);

export const isAboutGoods = (error: unknown): boolean => ABOUT_GOODS.has(codeOf(error));

type Props = { flow: Flow; error: Error; onSubmitted: (externalId: string) => void };

/** What the shopper can do after the server refused a return; nothing was lost. */
export function Trouble({ flow, error, onSubmitted }: Props) {
  if (isPassing(error) || isTooMany(error)) return null;
  const made = submittedAs(error);
  if (made !== null)
    return (
      <Notice tone="info">
        <ViewSubmitted onView={() => onSubmitted(made)} />
      </Notice>
    );
  if (isAboutGoods(error)) {
    return (
      <Notice tone="info">
        <p>{t('trouble.saved')}</p>
        <ChooseAgain flow={flow} />
      </Notice>
    );
  }
  return (
    <Notice tone="info">
      <p>{t('trouble.changed')}</p>
      <CheckAgain flow={flow} />
    </Notice>
  );
}

const CheckAgain = ({ flow }: { flow: Flow }) => (
  <Button look="quiet" onClick={flow.onReadAgain}>
    {t('trouble.check')}
  </Button>
);

/** What was submitted before stays as it is; there the shopper sees what can be done about it. */
export const ViewSubmitted = ({ onView }: { onView: () => void }) => (
  <>
    <p>{t('trouble.submitted')}</p>
    <Button look="quiet" onClick={onView}>
      {t('pay.view')}
    </Button>
  </>
);

/** Leads back to each screen on which goods were chosen; the store may also have stopped offering what was chosen there. */
export function ChooseAgain({ flow }: { flow: Flow }) {
  const { steps, order, onChange } = flow;
  const nameOf = (lineId: string): string =>
    order.lineItems.find(({ lineIdFromPlatform }) => lineIdFromPlatform === lineId)?.name ?? '';
  return (
    <>
      {lastGoodsSteps(steps).map((step) => (
        <Button key={step.lineId} look="quiet" onClick={() => onChange(stepKey(step))}>
          {t('trouble.choose', { item: nameOf(step.lineId) })}
        </Button>
      ))}
      {steps.some(({ kind }) => kind === 'shop') && (
        <Button look="quiet" onClick={() => onChange('shop')}>
          {t('trouble.cart')}
        </Button>
      )}
      <CheckAgain flow={flow} />
    </>
  );
}
