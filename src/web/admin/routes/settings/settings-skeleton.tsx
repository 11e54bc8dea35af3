import { Skeleton } from '@mantine/core';

const SECTIONS = [120, 200, 320, 160];

export function SettingsSkeleton({ title = 'Settings' }: { title?: string }) {
  return (
    <main className="mg-settings" id="content" aria-busy>
      <h1>{title}</h1>
      {SECTIONS.map((height) => (
        <div key={height} className="mg-settings-section">
          <Skeleton height={40} />
          <Skeleton height={height} />
        </div>
      ))}
    </main>
  );
}
