import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useMemo, useRef } from 'react';
import type { TalkWay } from '#shared/chatApps.ts';
import type { DeskRow } from '#shared/contracts/desk.ts';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import { MAX_INQUIRY_REPLY_LENGTH, MAX_MESSAGE_LENGTH, MAX_NOTE_LENGTH } from '#shared/limits.ts';
import { areReady, useAttachedFiles } from '#web/features/attachments/index.ts';
import {
  type Attempt,
  beginAttempt,
  changeDraft,
  failAttempt,
  finishAttempt,
  useDraft,
  useTypingSignal,
} from '#web/features/conversations/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { keepKeys, useDroppedKeys, useKeptKeys } from '#web/lib/keptKeys.ts';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { useNotes } from '../clientChanges.ts';
import { useDeskKey } from '../inbox/useInbox.ts';
import { type HeldReply, holdReply } from '../sending.ts';
import {
  type Channel,
  channelsOf,
  chooseMode,
  chooseWay,
  findWays,
  noteKey,
  replyKey,
  useMode,
  type Way,
  wayProperty,
} from './channels.ts';
import type { ShownClient } from './Unsent.tsx';

export interface ComposerHandle {
  /** Opens the composer for an answer to this inquiry, with this text where nothing is written yet. */
  answer(inquiry: Inquiry, text?: string): void;
}

export interface ComposerProps extends ShownClient {
  client: DeskRow;
  /** An answer is on its way; it can be taken back. */
  onSent(): void;
  onTakenBack(): void;
  ref: Ref<ComposerHandle>;
}

const maxLengths: Partial<Record<Channel | 'note', number>> = {
  note: MAX_NOTE_LENGTH,
  chat: MAX_MESSAGE_LENGTH,
};

export function useComposer(props: ComposerProps) {
  const { client, conversations, newestFirst, onSent, onTakenBack, ref } = props;
  const { id: clientId, name, user_id, kind } = client;
  const input = useRef<HTMLTextAreaElement>(null);
  const mode = useMode(clientId);
  const ways = useMemo(
    () => findWays(conversations, newestFirst, { user_id, kind }),
    [conversations, newestFirst, user_id, kind],
  );
  const way = chooseWay(ways, newestFirst, mode.choice);
  const channel: Channel | 'note' = mode.isNote || way === null ? 'note' : way.channel;
  const draftKey = channel === 'note' ? noteKey(clientId) : replyKey(clientId);
  const draft = useDraft(draftKey);
  const isSending = draft.status === 'sending';
  // The timeline shows a text that is being sent.
  const text = isSending ? '' : draft.text;
  const files = useAttachedFiles(draftKey);
  const typing = useTypingSignal(way?.channel === 'chat' ? (way.conversation?.id ?? null) : null);
  const notes = useNotes(clientId);
  const maxLength = maxLengths[channel] ?? MAX_INQUIRY_REPLY_LENGTH;
  useEffect(() => {
    // A kept draft continues at its end.
    const end = input.current?.value.length ?? 0;
    input.current?.setSelectionRange(end, end);
  }, []);

  const takesFiles = channel === 'chat' || channel === 'email';
  // A mail has words.
  const isBlank = text.trim() === '' && !(channel === 'chat' && files.length > 0);
  const areFilesFit = takesFiles ? areReady(files) : files.length === 0;
  const isSendable = !isBlank && !isSending && areFilesFit && text.trim().length <= maxLength;
  const write = (words: string) => {
    changeDraft(draftKey, { text: words, status: 'idle', error: null });
    if (channel === 'chat') typing.onText(words);
  };
  const chooseTalk = (talkedBy: TalkWay | null) => chooseMode(clientId, { talkedBy });
  const focus = () => requestAnimationFrame(() => input.current?.focus());
  useImperativeHandle(ref, () => ({
    answer(inquiry, words) {
      chooseMode(clientId, { isNote: false, choice: { channel: 'email', id: inquiry.id } });
      if (words) changeDraft(replyKey(clientId), { text: words, status: 'idle', error: null });
      focus();
    },
  }));
  // Keys typed while the composer is unmounted amid a word are kept for its return.
  const leave = useEffectEvent((box: HTMLTextAreaElement | null) => {
    if (box && document.activeElement === box) keepKeys(draftKey);
  });
  useLayoutEffect(() => {
    const box = input.current;
    return () => leave(box);
  }, []);
  useKeptKeys(draftKey, () => input.current, { isReady: !isSending });
  useDroppedKeys([replyKey(clientId)], way === null, () =>
    showToast(t('There is no open chat or inquiry to answer.'), 'error'),
  );

  const send = async () => {
    const content = text.trim();
    if (!isSendable) return;
    typing.stop();
    if (channel === 'note' || !way) {
      const add = () => notes.add(content, mode.talkedBy);
      if (await attempt(draftKey, content, add, t('The note could not be saved.'))) chooseTalk(null);
      return;
    }
    const addressed = addressOf(way);
    const isKept = await attempt(
      draftKey,
      content,
      ({ clientId: id, attachments }) =>
        holdReply({ ...addressed, clientId, name, content, attachments, id, onTakenBack }),
      t('Failed to send reply'),
    );
    // The agent may have opened another client by now.
    if (isKept && input.current) onSent();
  };
  useDeskKey('mod+enter', t('Send what is written'), () => {
    if (document.activeElement === input.current) void send();
  });

  return {
    input,
    draft,
    draftKey,
    isSending,
    isSendable,
    takesFiles,
    /** Files wait that this way cannot take. */
    hasStrayFiles: !takesFiles && files.length > 0,
    text,
    maxLength,
    way,
    property: way && wayProperty(way),
    channel,
    talkedBy: channel === 'note' ? mode.talkedBy : null,
    chooseTalk,
    channels: [...channelsOf(ways), 'note'] as (Channel | 'note')[],
    targets: channel === 'note' ? [] : ways.filter((other) => other.channel === channel),
    chooseChannel: (to: Channel | 'note') =>
      chooseMode(clientId, to === 'note' ? { isNote: true } : { isNote: false, choice: { channel: to } }),
    chooseTarget: (chosen: Channel, id: number) =>
      chooseMode(clientId, { isNote: false, choice: { channel: chosen, id } }),
    write,
    focus,
    send,
  };
}

export type ComposerState = ReturnType<typeof useComposer>;

/** Stores a draft's content; a failure brings the text back to its draft. @returns whether it was stored. */
async function attempt(
  draftKey: string,
  content: string,
  store: (attempt: Attempt) => Promise<void>,
  failure: string,
): Promise<boolean> {
  const begun = beginAttempt(draftKey, content);
  const { clientId: attemptId } = begun;
  try {
    await store(begun);
  } catch (error) {
    failAttempt(draftKey, attemptId, failureSentence(error, failure));
    return false;
  }
  finishAttempt(draftKey, attemptId);
  return true;
}

/** The fields by which the server finds the same conversation or inquiry. */
function addressOf(way: Way): Pick<HeldReply, 'channel' | 'property_id' | 'inquiry_id'> {
  if (way.channel !== 'chat') return { channel: way.channel, inquiry_id: way.inquiry.id };
  return way.conversation
    ? { channel: 'chat', property_id: way.conversation.property?.id ?? null }
    : { channel: 'chat' };
}
