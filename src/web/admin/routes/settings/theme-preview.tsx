import { SegmentedControl } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { PORTAL_LISTENS, themeMessage, type ThemeDraft } from '#core/theme-draft.ts';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import './theme-preview.css';

const SIZES = {
  phone: { label: 'Phone', width: 390, height: 760 },
  desktop: { label: 'Desktop', width: 1280, height: 860 },
} as const;
type Size = keyof typeof SIZES;

/** The real portal, which shows the theme as it is typed. */
export function ThemePreview({ slug, draft }: { slug: string; draft: ThemeDraft }) {
  const [size, setSize] = useState<Size>('phone');
  const { ref, width: room } = useElementSize();
  const frame = useRef<HTMLIFrameElement>(null);
  const current = useRef(draft);

  useEffect(() => {
    current.current = draft;
    show(frame.current, draft);
  }, [draft]);
  useEffect(() => {
    const answer = ({ source, origin, data }: MessageEvent<unknown>): void => {
      const isPortal = source === frame.current?.contentWindow && origin === window.location.origin;
      if (isPortal && data === PORTAL_LISTENS) show(frame.current, current.current);
    };
    window.addEventListener('message', answer);
    return () => window.removeEventListener('message', answer);
  }, []);

  const { label, width, height } = SIZES[size];
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  return (
    <SettingsSection title="Preview" help="Your portal with these settings. Shoppers see them once you save.">
      <SegmentedControl
        className="mg-preview-size"
        aria-label="Preview size"
        data={Object.entries(SIZES).map(([value, { label: name }]) => ({ value, label: name }))}
        value={size}
        onChange={(next) => setSize(isSize(next) ? next : 'phone')}
      />
      <div ref={ref} className="mg-preview-room">
        <div className="mg-preview" style={{ width: width * scale, height: height * scale }}>
          <iframe
            ref={frame}
            title={`Portal preview, ${label.toLowerCase()} size`}
            src={`/p/${encodeURIComponent(slug)}`}
            style={{ width, height, transform: `scale(${scale})` }}
          />
        </div>
      </div>
    </SettingsSection>
  );
}

const isSize = (value: string): value is Size => value in SIZES;

const show = (frame: HTMLIFrameElement | null, draft: ThemeDraft): void =>
  frame?.contentWindow?.postMessage(themeMessage(draft), window.location.origin);
