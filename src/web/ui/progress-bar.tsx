import { useEffect, useState } from 'react';

/** Three pixels at the top while something is under way: approaches the end, never claims it (at most 0.99). */
export function ProgressBar({ isActive }: { isActive: boolean }) {
  const [done, setDone] = useState(0);
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(() => setDone((now) => Math.min(0.99, now + (1 - now) * 0.12)), 100);
    return () => {
      clearInterval(timer);
      setDone(0);
    };
  }, [isActive]);
  if (!isActive || done === 0) return null;
  return (
    <div className="mg-progress" aria-hidden>
      <div style={{ transform: `scaleX(${done})` }} />
    </div>
  );
}
