import { IconLanguage } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { isLanguage, LANGUAGES } from '#core/texts/languages.ts';
import styles from './app.module.css';
import { chooseLanguage, t, useLanguage } from './texts.ts';

const CODES = Object.keys(LANGUAGES);

/** In which language the shopper reads the portal, each by its own name. */
export function LanguageChoice() {
  const id = useId();
  const language = useLanguage();
  const [isBusy, setBusy] = useState(false);

  async function choose(wanted: string): Promise<void> {
    if (!isLanguage(wanted)) return;
    setBusy(true);
    // Without an answer the page stays in its language, and choosing again tries again.
    await chooseLanguage(wanted, {}).catch(() => undefined);
    setBusy(false);
  }

  if (CODES.length < 2) return null;
  return (
    <p className={styles.language}>
      <label htmlFor={id}>
        <IconLanguage size={20} aria-hidden="true" />
        <span className={styles.unseen}>{t('footer.language')}</span>
      </label>
      <select id={id} value={language} aria-busy={isBusy} onChange={(event) => void choose(event.target.value)}>
        {Object.entries(LANGUAGES).map(([code, { name }]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </p>
  );
}
