import { useId } from 'react';
import { lineOf } from '../../draft.ts';
import { Choice } from '../../ui/choice.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';
import styles from './reason.module.css';
import { LineHeader, StepFrame, type Flow } from './step-frame.tsx';

/** Why this line comes back, with words and pictures. */
export function ReasonStep({ flow, lineId }: { flow: Flow; lineId: string }) {
  const id = useId();
  const { order, draft, dispatch, uploads } = flow;
  const line = order.lineItems.find((other) => other.lineIdFromPlatform === lineId);
  if (!line) return null;
  const said = lineOf(draft, lineId);
  const reason = order.reasons.find((other) => other.id === said.reasonId);
  return (
    <StepFrame flow={flow} heading="Why are you returning this?">
      <LineHeader flow={flow} line={line} />
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>Reason</legend>
        {order.reasons.map((other) => (
          <Choice
            key={other.id}
            name={`${id}-reason`}
            title={other.name}
            isChecked={other.id === said.reasonId}
            onChoose={() => dispatch({ type: 'reason', lineId, reasonId: other.id })}
          />
        ))}
      </fieldset>
      {reason !== undefined && reason.details.length > 0 && (
        <fieldset className={styles.chips}>
          <legend className={styles.legend}>What best describes it?</legend>
          {reason.details.map((detail) => (
            <label key={detail} className={styles.chip}>
              <input
                type="radio"
                name={`${id}-detail`}
                checked={detail === said.reasonDetail}
                onChange={() => dispatch({ type: 'reasonDetail', lineId, reasonDetail: detail })}
              />
              <span dir="auto">{detail}</span>
            </label>
          ))}
        </fieldset>
      )}
      <fieldset>
        <legend className={styles.legend}>
          Photos, videos or PDFs <span className={styles.optional}>(optional)</span>
        </legend>
        <FilePicker
          owner={lineId}
          media={said.media}
          uploads={uploads}
          onRemove={(mediaId) => dispatch({ type: 'mediaRemoved', lineId, mediaId })}
        />
      </fieldset>
      <div>
        <label htmlFor={`${id}-comments`} className={styles.legend}>
          Anything else we should know? <span className={styles.optional}>(optional)</span>
        </label>
        <textarea
          id={`${id}-comments`}
          className={styles.comments}
          rows={3}
          maxLength={2000}
          dir="auto"
          value={said.comments}
          onChange={(event) => dispatch({ type: 'comments', lineId, comments: event.target.value })}
        />
      </div>
    </StepFrame>
  );
}
