import { IconPhoto } from '@tabler/icons-react';
import '../../../ui/picture.css';

/** A picture in a box of fixed size, so that nothing moves when it arrives. The name stands beside it. */
export function LinePicture({ url, size = 64 }: { url: string | null; size?: number }) {
  return (
    <span className="mg-picture" style={{ width: size, height: size }}>
      {url ? (
        <img src={url} alt="" width={size} height={size} loading="lazy" />
      ) : (
        <IconPhoto size={size / 3} aria-hidden />
      )}
    </span>
  );
}
