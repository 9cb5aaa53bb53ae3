import type { ReactNode } from 'react';

/** Whom or what a row is about: a picture, and beside it what is said. */
export function RowSubject({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <span className="flex items-center gap-3 min-w-0">
      {picture}
      <span className="grid min-w-0">{children}</span>
    </span>
  );
}

/** What can be done in a row; those that are icons alone stand closer together. */
export function RowActions({ icons, children }: { icons?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-center gap-1 @max-[64rem]:flex-wrap">
      {children}
      {icons && (
        <span className="inline-flex [&>button]:w-10 pointer-coarse:[&>button]:w-control">{icons}</span>
      )}
    </div>
  );
}
