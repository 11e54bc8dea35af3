import type { ClaimType } from '#core/claims/types.ts';
import type { PortalLine, PortalOrder } from '#contract/customer/customer.ts';
import { useRef, useState, type Dispatch, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import {
  chosenLines,
  lineOf,
  type Draft,
  type DraftAction,
  type MoneyMethod,
  type ShippingMethod,
} from '../../draft.ts';
import type { ReturnRequest } from '../../draft-request.ts';
import { isReviewed, missingOn, phaseOf, phasesOf, type Phase, type Step } from '../../draft-steps.ts';
import { variantSubtitle } from '../../format.ts';
import { useStore } from '../../store.tsx';
import type { Sums } from '../../sums.ts';
import { BackArrow } from '../../ui/back-arrow.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Heading } from '../../ui/heading.tsx';
import { Picture } from '../../ui/picture.tsx';
import type { Uploads } from '../../use-uploads.ts';
import styles from './step-frame.module.css';
import { SumBar } from './sum-bar.tsx';
import { t } from '../../texts.ts';

/** What every screen of the flow is given. */
export type Flow = {
  slug: string;
  order: PortalOrder;
  draft: Draft;
  dispatch: Dispatch<DraftAction>;
  uploads: Uploads;
  steps: readonly Step[];
  index: number;
  sums: Sums;
  /** The ways to send it back, with what each is charged; undefined until the server was asked. */
  ways: {
    isAsking: boolean;
    offered: readonly { method: ShippingMethod; charge: number | null | undefined }[];
  };
  /** What the store takes off, as it has set it; once the server was asked. */
  fees: Answer<'quote'>['fees'];
  /** Names the sums the server was last asked for; undefined until they are shown. */
  sumsKey: string | undefined;
  /** What depends on the reasons is being asked for. */
  isAsking: boolean;
  /** The whole return as it would be sent; undefined until every line has all it needs. */
  request: ReturnRequest | undefined;
  /** Why the server's sums are not there; null while they are, or are on their way. */
  quoteError: Error | null;
  onQuoteAgain: () => void;
  /** Reads the order and its sums again, after the server refused the return. */
  onReadAgain: () => void;
  /** Goes to a screen by its key, to change it; stays where it is not part of this return. */
  onChange: (key: string) => void;
  onBack: (() => void) | null;
  onNext: () => void;
  /** Puts a choice into the draft and goes on, if nothing else is asked on this screen. */
  onPick: (action: DraftAction) => void;
  /** A part is changed from the review, to which its screen leads back. */
  isChanging: boolean;
  /** The page on which a review is asked for. */
  askPage: (lineId: string, claimType: ClaimType, method?: MoneyMethod) => string;
};

type Props = {
  flow: Flow;
  heading: string;
  children: ReactNode;
  action?: Action;
  /** What is missing here, instead of what the draft alone can tell. */
  missing?: string | null;
  /** Going on was tried while something is missing; by default what is missing comes into sight. */
  onMissing?: (frame: HTMLFormElement | null) => void;
};
/** What the main button does instead of going on. */
export type Action = {
  label: string;
  isBusy: boolean;
  isOff: boolean;
  onPress: () => void;
  problem: string | null;
};

/** One screen: progress, heading, the decision, and in sight at the bottom the sum and the ways back and on. */
export function StepFrame({ flow, heading, children, action, missing: known, onMissing }: Props) {
  const store = useStore();
  const frame = useRef<HTMLFormElement>(null);
  // What was missing when going on was tried; the next thing that is missing is no error yet.
  const [tried, setTried] = useState<string | null>(null);
  const { steps, index, order, draft, onBack, onNext } = flow;
  const step = steps[index] ?? { kind: 'items' };
  const isHeld = (flow.isAsking && step.kind === 'reason') || (flow.ways.isAsking && step.kind === 'shipping');
  const missing = known === undefined ? missingOn(step, draft, order) : known;
  const isTold = missing !== null && tried === missing;

  function submit(event: React.SyntheticEvent): void {
    event.preventDefault();
    setTried(missing);
    if (missing !== null) return (onMissing ?? showFirstOpen)(frame.current);
    if (action) action.onPress();
    else onNext();
  }

  return (
    <form ref={frame} className={cx(styles.frame, isTold && styles.tried)} onSubmit={submit} noValidate>
      <Phases phases={phasesOf(draft)} now={phaseOf(step)} />
      <Heading title={t('page.title', { heading, store: store.pageTitle })}>{heading}</Heading>
      <div className={styles.content}>{children}</div>
      <div className={styles.bar}>
        <p role="alert" className={styles.missing}>
          {isTold ? missing : action?.problem}
        </p>
        {/* The value of a gift is its price, which the recipient must not see. */}
        {order.isGiftReturn || isReviewed(draft.claimType) ? null : <SumBar sums={flow.sums} />}
        <div className={styles.buttons}>
          {onBack && (
            <Button look="quiet" onClick={onBack} className={styles.back}>
              <BackArrow />
              {t('flow.back')}
            </Button>
          )}
          <Button
            type="submit"
            className={styles.next}
            isBusy={action?.isBusy ?? isHeld}
            disabled={action?.isOff ?? false}
          >
            {action?.label ?? t(flow.isChanging ? 'flow.save' : 'flow.continue')}
          </Button>
        </div>
      </div>
    </form>
  );
}

function Phases({ phases, now }: { phases: readonly Phase[]; now: Phase }) {
  const at = phases.indexOf(now);
  return (
    <ol className={styles.phases} aria-label={t('flow.progress')}>
      {phases.map((phase, index) => (
        <li
          key={phase}
          className={index <= at ? styles.reached : undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          {t(`phase.${phase}`)}
        </li>
      ))}
    </ol>
  );
}

/** Brings the first question without an answer, or with a wrong one, into sight, and the focus to it. */
export function showFirstOpen(frame: HTMLFormElement | null): void {
  const inputs = [...(frame?.querySelectorAll<HTMLInputElement>('input[type=radio]:enabled, [data-wrong]') ?? [])];
  const isAnswered = ({ name }: HTMLInputElement): boolean => inputs.some((one) => one.name === name && one.checked);
  const open =
    inputs.find((one) => 'wrong' in one.dataset || !isAnswered(one)) ??
    frame?.querySelector<HTMLInputElement>('input[type=checkbox]');
  open?.focus();
  open?.scrollIntoView({ block: 'center' });
}

/** The line a screen asks about. */
export function LineHeader({ flow, line }: { flow: Flow; line: PortalLine }) {
  const { quantity } = lineOf(flow.draft, line.lineIdFromPlatform);
  const chosen = chosenLines(flow.draft, flow.order);
  return (
    <div className={styles.line}>
      <Picture url={line.imgUrl} />
      <div>
        <p className={styles.name} dir="auto">
          {line.name}
        </p>
        {variantSubtitle(line) !== '' && <p dir="auto">{line.variantTitle}</p>}
        <p className={styles.quantity}>
          {chosen.length > 1 && `${t('flow.position', { index: chosen.indexOf(line) + 1, count: chosen.length })} · `}
          {t('flow.quantity', { quantity })}
        </p>
      </div>
    </div>
  );
}
