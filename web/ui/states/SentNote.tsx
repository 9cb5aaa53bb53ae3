import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

/** Replaces a form after it was sent. */
export function SentNote({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-2 py-8 px-4 text-center animate-grow" role="status">
      <CircleCheck className="text-success" size={52} strokeWidth={1.5} />
      <strong className="text-xl tracking-[-0.01em]">{title}</strong>
      <p className="mb-2 text-muted">{text}</p>
      {children}
    </div>
  );
}
