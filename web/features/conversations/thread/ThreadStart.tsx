import { MessagesSquare } from 'lucide-react';
import styles from './ThreadNotices.module.css';

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
    <div className={styles.start}>
      <span className={styles.startIcon}>
        <MessagesSquare size={26} aria-hidden="true" />
      </span>
      <h3 className={styles.startTitle}>Start the conversation</h3>
      <p className={styles.startText}>
        Write to {name}. The answer appears here, and a notification tells you when it comes.
      </p>
      <div className={styles.suggestions}>
        {(isAboutProperty ? aboutProperty : aboutAnything).map((text) => (
          <button key={text} type="button" className={styles.suggestion} onClick={() => onSuggest(text)}>
            {text}
          </button>
        ))}
      </div>
    </div>
  );
}
