import { useEffect, useRef, useState } from 'react';
import { readCode, type Named } from '#core/registrations/product-code.ts';
import { t } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './register.module.css';

type Detected = { rawValue: string };
type Detector = { detect: (source: HTMLVideoElement) => Promise<Detected[]> };
type DetectorClass = new (options: { formats: string[] }) => Detector;

const FORMATS = ['qr_code', 'code_128', 'ean_13', 'ean_8', 'upc_a', 'data_matrix'];
const LOOK_MS = 250;

const detectorClass = (): DetectorClass | undefined =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

/** Whether this browser can read codes with its camera. */
export const canScan = (): boolean =>
  detectorClass() !== undefined && typeof navigator.mediaDevices?.getUserMedia === 'function';

/** Reads a code with the camera until there is one. */
export function CodeScanner({ onCode, onStop }: { onCode: (code: Named) => void; onStop: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isFailed, setFailed] = useState(false);
  const found = useRef(onCode);
  useEffect(() => {
    found.current = onCode;
  });

  useEffect(() => {
    const Reader = detectorClass();
    const shown = video.current;
    if (!Reader || !shown) return undefined;
    const reader = new Reader({ formats: FORMATS });
    let stream: MediaStream | null = null;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    async function look(): Promise<void> {
      if (isOver || !shown) return;
      const [code] = await reader.detect(shown).catch(() => []);
      const named = code ? readCode(code.rawValue) : null;
      if (isOver) return;
      if (named === null || named.product === '') timer = setTimeout(() => void look(), LOOK_MS);
      else found.current(named);
    }
    navigator.mediaDevices
      .getUserMedia({ video: { facingMode: 'environment' } })
      .then(async (opened) => {
        stream = opened;
        if (isOver) return;
        shown.srcObject = opened;
        await shown.play();
        await look();
      })
      .catch(() => setFailed(true));
    return () => {
      isOver = true;
      clearTimeout(timer);
      stream?.getTracks().forEach((track) => track.stop());
    };
  }, []);

  return (
    <>
      {isFailed ? (
        <Notice tone="bad">
          <p>{t('register.product.scan.failed')}</p>
        </Notice>
      ) : (
        <>
          <output>{t('register.product.scanning')}</output>
          <video ref={video} muted playsInline className={styles.video} />
        </>
      )}
      <Button look="quiet" onClick={onStop}>
        {t('register.product.scan.stop')}
      </Button>
    </>
  );
}
