import { MessagesSquare } from 'lucide-react';

interface ThreadStartProps {
  name: string;
  /** A listing is talked about. */
  isAboutProperty: boolean;
  /** Puts a suggestion in the text box. */
  onSuggest(text: string): void;
}

const aboutProperty = [
  'Is this still available?',
  'Can I see it this week?',
  'How much are the monthly dues?',
];
const aboutAnything = ['I am looking for a place to buy.', 'I am looking for a place to rent.'];

/** Before the first message. */
export function ThreadStart({ name, isAboutProperty, onSuggest }: ThreadStartProps) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-2 min-h-0 py-6 px-4 overflow-auto text-center">
      <span className="grid flex-none place-items-center w-14 h-14 mb-2 rounded-full bg-primary-soft text-primary">
        <MessagesSquare size={26} aria-hidden="true" />
      </span>
      <h3 className="text-lg">Start the conversation</h3>
      <p className="max-w-88 text-muted text-[0.9375rem]">
        Write to {name}. The answer appears here, and a notification tells you when it comes.
      </p>
      <div className="flex flex-wrap justify-center gap-2 mt-3">
        {(isAboutProperty ? aboutProperty : aboutAnything).map((text) => (
          <button
            key={text}
            type="button"
            className="min-h-11 py-2 px-4 border border-line-strong rounded-[1.375rem] bg-surface text-sm font-[550] leading-[1.35] cursor-pointer hover:border-primary hover:text-primary"
            onClick={() => onSuggest(text)}
          >
            {text}
          </button>
        ))}
      </div>
    </div>
  );
}
