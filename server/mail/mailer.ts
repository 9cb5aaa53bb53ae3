import type { Transaction } from 'sequelize';

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

export interface MailMessage extends MailContent {
  recipient: string;
  /** Where an answer goes, when it is a person's mail that the site only carries. */
  replyTo?: string;
  /** The inquiry this mail answers: its `reply_delivery` says how the newest of its mails fared. */
  inquiryId?: number;
}

/** The one way out for mail. What is queued is stored first and sent by a worker, so that nobody waits for a mail server. */
export interface Mailer {
  /** Stores a mail within the change that causes it; it is sent once that is committed. @returns its id. */
  queue(message: MailMessage, transaction: Transaction): Promise<number>;
  /** The same for many mails, in one statement. */
  queueAll(messages: readonly MailMessage[], transaction: Transaction): Promise<void>;
  /** Begins to send what is due, and looks again every few seconds. */
  start(): void;
  /** Ends after the mails being sent at this moment. */
  stop(): Promise<void>;
  /** Sends everything that is due now and resolves when that was tried. */
  flush(): Promise<void>;
}
