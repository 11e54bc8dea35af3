import { useId, useState } from 'react';
import {
  chosenVariant,
  firstChoice,
  optionAxes,
  optionNames,
  withValue,
  type PickableVariant,
} from '#core/claims/variant-options.ts';
import { OptionPicker } from '../../../ui/option-picker.tsx';
import { money } from '../../format.ts';
import { differenceText } from '../../sums.ts';
import { Choice } from '../../ui/choice.tsx';
import { Picture } from '../../ui/picture.tsx';
import styles from './reason.module.css';
import own from './options.module.css';
import { currentLanguage, t } from '../../texts.ts';

export type Offered = PickableVariant & { title: string; price: number | null; difference: number | null };
type Named = { id: string; title: string };

type Props = {
  variants: readonly Offered[];
  chosenId: string | undefined;
  /** Why the item comes back, which may suggest a size. */
  detail: string;
  /** The product, and a sentence on what it is instead of. */
  name: string;
  about: string;
  /** The picture where a variant has none. */
  fallback: string | null;
  currencyCode: string;
  /** Null while the options chosen do not make one variant. */
  onChoose: (variant: Named | null) => void;
};

/** Which variant: by its color and size, or from a list where a product has no options. */
export function Options(props: Props) {
  const names = optionNames(props.variants);
  return names === null ? <List {...props} /> : <Picker {...props} names={names} />;
}

function Picker({
  variants,
  names,
  chosenId,
  detail,
  name,
  about,
  fallback,
  currencyCode,
  onChoose,
}: Props & { names: readonly string[] }) {
  const [choice, setChoice] = useState(() => firstChoice(variants, names, chosenId));
  const axes = optionAxes(variants, names, choice, detail);
  const chosen = chosenVariant(variants, names, choice);
  // Until all is chosen, the picture is of the color that was.
  const pictured = axes.flatMap(({ name, values }) => values.filter(({ value }) => value === choice[name]))[0];
  const price = chosen?.price ?? null;

  function pick(name: string, value: string): void {
    const next = withValue(variants, names, choice, name, value);
    setChoice(next);
    const variant = chosenVariant(variants, names, next);
    onChoose(variant?.whyNot === null ? { id: variant.id, title: variant.title } : null);
  }

  return (
    <div className={own.picker}>
      <div className={own.shown}>
        <Picture key={pictured?.imgUrl} url={chosen?.imgUrl ?? pictured?.imgUrl ?? fallback} />
        <div>
          <p className={own.name} dir="auto">
            {name}
          </p>
          <p aria-live="polite" dir="auto">
            {names.map((one) => choice[one] ?? t('variant.option', { option: withinSentence(one) })).join(' / ')}
          </p>
          {price !== null && <p className={own.muted}>{priceText(price, chosen?.difference ?? null, currencyCode)}</p>}
          {about !== '' && <p className={own.muted}>{about}</p>}
        </div>
      </div>
      <OptionPicker
        axes={axes}
        choice={choice}
        onPick={pick}
        words={{
          suggested: t('resolution.suggested'),
          current: t('variant.yours'),
          notMade: t('variant.notMade'),
        }}
      />
    </div>
  );
}

/** German writes nouns with a capital there too. */
const withinSentence = (option: string): string => (currentLanguage() === 'de' ? option : option.toLowerCase());

/** The price in the shop, and what it comes to beside what goes back. */
const priceText = (price: number, difference: number | null, currencyCode: string): string =>
  difference === null
    ? money(price, currencyCode)
    : t('variant.price', { price: money(price, currencyCode), difference: differenceText(difference, currencyCode) });

function List({ variants, chosenId, name: product, fallback, currencyCode, onChoose }: Props) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend} dir="auto">
        {product}
      </legend>
      {variants.map((variant) => (
        <Choice
          key={variant.id}
          name={name}
          title={variant.title}
          isChecked={variant.id === chosenId}
          onChoose={() => onChoose({ id: variant.id, title: variant.title })}
          whyNot={variant.whyNot}
          picture={<Picture url={variant.imgUrl ?? fallback} size="small" />}
          trailing={variant.price === null ? undefined : money(variant.price, currencyCode)}
        />
      ))}
    </fieldset>
  );
}
