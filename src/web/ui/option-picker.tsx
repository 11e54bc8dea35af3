import { useId } from 'react';
import { colorNamed } from '#core/claims/color-names.ts';
import type { OptionAxis, OptionChoice, OptionValue } from '#core/claims/variant-options.ts';
import './option-picker.css';

type Props = {
  axes: readonly OptionAxis[];
  choice: OptionChoice;
  onPick: (name: string, value: string) => void;
  /** What cannot be had may be chosen all the same. */
  canPickAll?: boolean;
  words?: Words;
};

/** What is said beside a value. */
type Words = { suggested: string; current: string; notMade: string };
const ENGLISH: Words = { suggested: 'Suggested', current: 'Yours', notMade: 'Not made' };

/** A product's options as buttons, one row a question: colors with a swatch, what cannot be had crossed out. */
export function OptionPicker({ axes, choice, onPick, canPickAll = false, words = ENGLISH }: Props) {
  const id = useId();
  return (
    <div className="mg-options">
      {axes.map((axis, index) => (
        <fieldset key={axis.name}>
          <legend dir="auto">
            {axis.name}
            {choice[axis.name] !== undefined && `: ${choice[axis.name]}`}
          </legend>
          <div className="mg-option-values">
            {axis.values.map((value) => (
              <label
                key={value.value}
                className={[
                  'mg-option',
                  value.isAvailable ? '' : 'mg-option-none',
                  value.isSuggested ? 'mg-option-suggested' : '',
                ].join(' ')}
              >
                <input
                  type="radio"
                  name={`${id}-${index}`}
                  checked={choice[axis.name] === value.value}
                  disabled={!value.isAvailable && !canPickAll}
                  onChange={() => onPick(axis.name, value.value)}
                />
                {axis.isColor && <Swatch value={value} />}
                <span className="mg-option-name" dir="auto">
                  {value.value}
                </span>
                <Mark value={value} words={words} />
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

function Swatch({ value: { value, imgUrl } }: { value: OptionValue }) {
  const color = colorNamed(value);
  const look =
    color === null
      ? imgUrl !== null && { background: `center / cover url(${JSON.stringify(imgUrl)})` }
      : { background: color };
  return look && <span className="mg-swatch" aria-hidden="true" style={look} />;
}

/** A word beside the value: why it cannot be had, that it is the one that comes back, or that it may fit better. */
function Mark({ value, words }: { value: OptionValue; words: Words }) {
  const whyNot = value.isAvailable ? null : (value.whyNot ?? words.notMade);
  const word = value.isSuggested ? words.suggested : value.isCurrent ? words.current : whyNot;
  return word === null ? null : <span className="mg-option-mark">{word}</span>;
}
