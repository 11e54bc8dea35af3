import { CLAIM_TYPES } from '#core/claims/types.ts';
import type { PortalLine, PortalOrder } from '#contract/customer/customer.ts';
import { Fragment, useId, useState } from 'react';
import { Link } from 'wouter';
import { reviewable } from '../../ask.ts';
import { asksOfEach, demandsOf, lacksOf } from '../../demands.ts';
import {
  chosenLines,
  haveSameReasons,
  lineOf,
  reasonsOf,
  whyNotForReason,
  type DraftAction,
  type DraftLine,
} from '../../draft.ts';
import { Choice } from '../../ui/choice.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';
import { Notice } from '../../ui/notice.tsx';
import { usePick } from '../../ui/use-pick.ts';
import styles from './reason.module.css';
import { CustomFields } from './custom-fields.tsx';
import { LineHeader, showFirstOpen, StepFrame, type Flow } from './step-frame.tsx';
import { ownText, t } from '../../texts.ts';
import { worded } from '../../words.ts';

/** Why this line comes back, with words and pictures. */
export function ReasonStep({ flow, lineId }: { flow: Flow; lineId: string }) {
  const id = useId();
  const { order, draft, dispatch, onPick, uploads } = flow;
  const chosen = chosenLines(draft, order);
  const line = chosen.find((other) => other.lineIdFromPlatform === lineId);
  const said = lineOf(draft, lineId);
  const [isOpen, setOpen] = useState(
    () => said.comments !== '' || said.media.length > 0 || uploads.list.some(({ owner }) => owner === lineId),
  );
  const [isTried, setTried] = useState(false);
  if (!line) return null;
  const reason = order.reasons.find((other) => other.id === said.reasonId);
  // Who is asked for photos, or has written something, is not led on before they are done.
  const asksPhotos = (one: PortalOrder['reasons'][number]): boolean =>
    one.wantsPhotos || CLAIM_TYPES[draft.claimType].photos === 'always';
  const pick = (action: DraftAction, wantsPhotos: boolean): void =>
    wantsPhotos || isOpen || asksOfEach(order, draft.claimType) ? dispatch(action) : onPick(action);
  const { questions } = line;
  const refused = reason && !flow.isAsking ? whyNotForReason(draft, line) : null;
  const demands = demandsOf(line, order, draft.claimType);
  const isMoreShown = demands === null || demands.isCommentShown || demands.leastMedia > 0;
  return (
    <StepFrame
      flow={flow}
      heading={t(`reason.heading.${draft.claimType}`)}
      onMissing={(frame) => {
        setTried(true);
        showFirstOpen(frame);
      }}
    >
      <LineHeader flow={flow} line={line} />
      {chosen.length > 1 &&
        chosen[0] === line &&
        !asksOfEach(order, draft.claimType) &&
        haveSameReasons(chosen, draft.claimType) && (
          <label className={styles.forAll}>
            <input
              type="checkbox"
              checked={draft.isSameReason}
              onChange={(event) => dispatch({ type: 'sameReason', isSameReason: event.target.checked })}
            />
            <span>{t('reason.forAll', { count: chosen.length })}</span>
          </label>
        )}
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>{t('reason.reason')}</legend>
        {reasonsOf(order, line, draft.claimType).map((other) => (
          <Fragment key={other.id}>
            <Choice
              name={`${id}-reason`}
              title={ownText(other.name)}
              isChecked={other.id === said.reasonId}
              onChoose={() => dispatch({ type: 'reason', lineId, reasonId: other.id })}
              onPick={() => pick({ type: 'reason', lineId, reasonId: other.id }, asksPhotos(other))}
            />
            {other === reason && other.details.length > 0 && (
              <fieldset className={styles.details}>
                <legend className={styles.legend}>{t('reason.detail')}</legend>
                <div className={styles.chips}>
                  {other.details.map((detail) => (
                    <Chip
                      key={detail}
                      name={`${id}-detail`}
                      text={ownText(detail)}
                      isChecked={detail === said.reasonDetail}
                      onChoose={() => dispatch({ type: 'reasonDetail', lineId, reasonDetail: detail })}
                      onPick={() => pick({ type: 'reasonDetail', lineId, reasonDetail: detail }, asksPhotos(other))}
                    />
                  ))}
                </div>
              </fieldset>
            )}
          </Fragment>
        ))}
      </fieldset>
      {refused && (
        <Notice tone="bad">
          <p dir="auto">{worded(refused)}</p>
          <AskLink flow={flow} lineId={lineId} />
        </Notice>
      )}
      {reason && <Questions flow={flow} lineId={lineId} questions={questions} said={said} />}
      {reason && demands && demands.fields.length > 0 && (
        <CustomFields
          fields={demands.fields}
          values={said.fieldValues}
          isTried={isTried}
          onChange={(fieldId, value) => dispatch({ type: 'fieldValue', lineId, fieldId, value })}
        />
      )}
      {!isMoreShown ? null : reason && (asksPhotos(reason) || demands !== null) ? (
        <More flow={flow} line={line} said={said} isAsked={asksPhotos(reason)} isTried={isTried} />
      ) : (
        <details className={styles.more} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{t('reason.more')}</summary>
          <More flow={flow} line={line} said={said} isAsked={false} isTried={isTried} />
        </details>
      )}
    </StepFrame>
  );
}

type ChipProps = { name: string; text: string; isChecked: boolean; onChoose: () => void; onPick: () => void };

function Chip({ name, text, isChecked, onChoose, onPick }: ChipProps) {
  const pick = usePick(onPick);
  return (
    <label className={styles.chip} {...pick.label}>
      <input type="radio" name={name} checked={isChecked} onChange={onChoose} onClick={pick.onClick} />
      <span dir="auto">{text}</span>
    </label>
  );
}

type Told = { flow: Flow; line: PortalLine; said: DraftLine; isAsked: boolean; isTried: boolean };

/** Pictures and words about a line; `isAsked`: a photo would show what is wrong. */
function More({ flow, line, said, isAsked, isTried }: Told) {
  const id = useId();
  const { dispatch, uploads } = flow;
  const { lineIdFromPlatform: lineId } = line;
  const demands = demandsOf(line, flow.order, flow.draft.claimType);
  const lacks = lacksOf(demands, said);
  return (
    <div className={styles.told}>
      <fieldset>
        <legend className={styles.legend}>
          {t('reason.media')} <Optional isOptional={(demands?.leastMedia ?? 0) === 0} />
        </legend>
        {demands?.mediaInstructions.map((text) => (
          <p key={text} className={styles.optional} dir="auto">
            {ownText(text)}
          </p>
        ))}
        {isAsked && <p className={styles.optional}>{t('reason.media.wanted')}</p>}
        <FilePicker
          owner={lineId}
          media={said.media}
          uploads={uploads}
          isMissing={lacks.media}
          isTried={isTried}
          onRemove={(mediaId) => dispatch({ type: 'mediaRemoved', lineId, mediaId })}
        />
      </fieldset>
      {demands?.isCommentShown !== false && (
        <div>
          <label htmlFor={`${id}-comments`} className={styles.legend}>
            {t('reason.comments')} <Optional isOptional={demands?.isCommentRequired !== true} />
          </label>
          <textarea
            id={`${id}-comments`}
            className={styles.comments}
            rows={3}
            maxLength={2000}
            dir="auto"
            required={demands?.isCommentRequired === true}
            aria-invalid={isTried && lacks.comments}
            data-wrong={lacks.comments ? true : undefined}
            value={said.comments}
            onChange={(event) => dispatch({ type: 'comments', lineId, comments: event.target.value })}
          />
        </div>
      )}
    </div>
  );
}

const Optional = ({ isOptional }: { isOptional: boolean }) =>
  isOptional ? <span className={styles.optional}>{t('common.optional')}</span> : null;

/** Leads to asking for a review, where the store takes such requests. */
function AskLink({ flow, lineId }: { flow: Flow; lineId: string }) {
  const line = flow.order.lineItems.find(({ lineIdFromPlatform }) => lineIdFromPlatform === lineId);
  if (!line || reviewable(line, flow.draft.claimType, true) === 0) return null;
  return (
    <Link href={flow.askPage(lineId, flow.draft.claimType)} className={styles.ask}>
      {t('flow.askReview')}
    </Link>
  );
}

type Questioned = { flow: Flow; lineId: string; questions: PortalLine['questions']; said: DraftLine };

/** What the store asks about the item; a yes rules it out, in the store's words. */
function Questions({ flow, lineId, questions, said }: Questioned) {
  const id = useId();
  const { dispatch } = flow;
  return questions.map(({ ruleId, question, onYesMessage, yes, no }) => (
    <fieldset key={ruleId} className={styles.choices}>
      <legend className={styles.legend} dir="auto">
        {ownText(question)}
      </legend>
      <div className={styles.chips}>
        {(
          [
            ['yes', yes],
            ['no', no],
          ] as const
        ).map(([answer, text]) => (
          <Chip
            key={answer}
            name={`${id}-${ruleId}`}
            text={ownText(text)}
            isChecked={said.answers[ruleId] === answer}
            onChoose={() => dispatch({ type: 'answer', lineId, ruleId, answer })}
            onPick={() => dispatch({ type: 'answer', lineId, ruleId, answer })}
          />
        ))}
      </div>
      {said.answers[ruleId] === 'yes' && (
        <Notice tone="bad">
          <p dir="auto">{onYesMessage === '' ? t('items.ineligible') : ownText(onYesMessage)}</p>
          <AskLink flow={flow} lineId={lineId} />
        </Notice>
      )}
    </fieldset>
  ));
}
