import { IconLanguage } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { isLanguage, LANGUAGES } from '#core/texts/languages.ts';
import { portalCall } from './api.ts';
import styles from './app.module.css';
import { useStore } from './store.tsx';
import { chooseLanguage, t, useLanguage } from './texts.ts';

/** In which language the shopper reads the portal, each by its own name. */
export function LanguageChoice() {
  const id = useId();
  const { slug, languages } = useStore();
  const language = useLanguage();
  const [isBusy, setBusy] = useState(false);

  async function choose(wanted: string): Promise<void> {
    if (!isLanguage(wanted)) return;
    setBusy(true);
    // Without an answer the page stays in its language; choosing again and the next visit try again.
    try {
      await chooseLanguage(wanted, async () => {
        const store = await portalCall('storefront', { params: { slug }, query: { languages: wanted } });
        return store.texts;
      });
    } catch {
      // The words are as before.
    }
    setBusy(false);
  }

  if (languages.length < 2) return null;
  return (
    <p className={styles.language}>
      <label htmlFor={id}>
        <IconLanguage size={20} aria-hidden="true" />
        <span className={styles.unseen}>{t('footer.language')}</span>
      </label>
      <select id={id} value={language} aria-busy={isBusy} onChange={(event) => void choose(event.target.value)}>
        {languages.map((code) => (
          <option key={code} value={code} lang={code}>
            {LANGUAGES[code].name}
          </option>
        ))}
      </select>
    </p>
  );
}
