import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import '../../../ui/picture.css';

/** A picture in a box of fixed size, so that the layout doesn't jump. Its name is shown next to it. */
export function LinePicture({ url, size = 64 }: { url: string | null; size?: number }) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className="mg-picture" style={{ width: size, height: size }}>
      {url && url !== broken ? (
        <img src={url} alt="" width={size} height={size} loading="lazy" onError={() => setBroken(url)} />
      ) : (
        <IconPhoto size={size / 3} aria-hidden />
      )}
    </span>
  );
}
