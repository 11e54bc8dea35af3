import { Anchor, Badge, Button, Checkbox, NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PortalTextShown } from '#contract/merchant/portal-texts.ts';
import { SETTINGS_GROUPS } from '#core/settings/settings.ts';
import { isLanguage, LANGUAGES, type Language } from '#core/texts/languages.ts';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { portalTextsQuery } from '../../portal-texts-query.ts';
import { loadProblemText } from '../../problem-words.ts';
import { settingsQuery } from '../../settings-query.ts';
import type { MyStore } from '../../shell/access.ts';
import { findTexts } from './find-texts.ts';
import { PortalTextDialog } from './portal-text-dialog.tsx';
import './portal-texts.css';

const PAGE = 30;

/** Every text of the portal, to be said differently in each language; each is saved by itself. */
export function PortalTextsSection({ store }: { store: MyStore }) {
  const { data: settings } = useQuery(settingsQuery(store.id));
  const saved = SETTINGS_GROUPS.languages.fields.parse(settings?.groups.languages.document ?? {});
  const [chosen, choose] = useState<Language | null>(null);
  const language = chosen ?? saved.defaultLanguage;
  const [typed, setTyped] = useState('');
  const [isChangedOnly, setChangedOnly] = useState(false);
  const [most, setMost] = useState(PAGE);
  const [edited, edit] = useState<PortalTextShown | null>(null);
  const { data: texts, error, refetch } = useQuery(portalTextsQuery(store.id, language));
  const found = texts ? findTexts(texts, { typed, isChangedOnly }) : [];
  return (
    <SettingsSection
      title="Texts"
      help="Say any text of your portal in your own words, and your own texts in other languages. Search by the English text, by what it says in the language, or by its key."
    >
      <div className="mg-texts-tools">
        <NativeSelect
          label="Language"
          value={language}
          data={saved.portalLanguages.map((value) => ({ value, label: LANGUAGES[value].name }))}
          onChange={(event) => {
            const { value } = event.currentTarget;
            if (isLanguage(value)) choose(value);
          }}
        />
        <SearchBox label="Search texts" text={typed} onChange={setTyped} />
        <Checkbox
          label="Changed only"
          checked={isChangedOnly}
          onChange={(event) => setChangedOnly(event.currentTarget.checked)}
        />
      </div>
      <p className="mg-muted">
        <output>
          {texts ? `${found.length.toLocaleString('en-US')} ${found.length === 1 ? 'text' : 'texts'}.` : ''}
        </output>{' '}
        <Anchor href={`${store.customerAppUrl}?lang=${language}`} target="_blank" rel="noreferrer">
          Open your portal in {LANGUAGES[language].name}
        </Anchor>
      </p>
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {texts === undefined && !error ? <Skeleton height={320} /> : null}
      <ul className="mg-texts">
        {found.slice(0, most).map((text) => (
          <li key={text.id}>
            <div className="mg-texts-words">
              <bdi lang={language}>{text.said ?? text.shipped}</bdi>{' '}
              {text.said === null ? null : <Badge variant="light">Changed</Badge>}
              {language === 'en' && text.said === null ? null : <div className="mg-muted">{text.english}</div>}
              <div className="mg-muted">{text.isOwn ? 'Your text' : text.id}</div>
            </div>
            <Button variant="default" size="xs" aria-label={`Edit ${text.english}`} onClick={() => edit(text)}>
              Edit
            </Button>
          </li>
        ))}
      </ul>
      {found.length > most ? (
        <div>
          <Button variant="default" onClick={() => setMost(most + PAGE)}>
            Show more
          </Button>
        </div>
      ) : null}
      {edited ? (
        <PortalTextDialog storeId={store.id} language={language} text={edited} onClose={() => edit(null)} />
      ) : null}
    </SettingsSection>
  );
}
