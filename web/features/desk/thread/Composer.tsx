import { useMutation } from '@tanstack/react-query';
import {
  CalendarClock,
  CircleAlert,
  Lock,
  Mail,
  MessagesSquare,
  Phone,
  SendHorizontal,
  Smartphone,
} from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { talkWays } from '#shared/chatApps.ts';
import { addDays, manilaDay, startOfManilaDay } from '#shared/manilaDays.ts';
import { msg } from '#shared/messages.ts';
import { AttachButton, AttachedFiles, attachFiles, pasteInto } from '#web/features/attachments/index.ts';
import { useColleagues } from '#web/features/offices/index.ts';
import { SavedRepliesButton } from '#web/features/savedReplies/index.ts';
import { formatShortViewingTime, useFreeTimes } from '#web/features/viewings/index.ts';
import { useFileDrop } from '#web/forms/DropZone.tsx';
import { FormBanner } from '#web/forms/Form.tsx';
import { callApi } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { isMac } from '#web/lib/keptKeys.ts';
import { serverNow } from '#web/lib/serverTime.ts';
import { keyCaps } from '#web/lib/shortcuts.ts';
import { storedText } from '#web/lib/storedText.ts';
import { useSite } from '#web/lib/useSite.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { NativeSelect } from '#web/ui/controls/Field.tsx';
import { growingAreaClass, useGrowing } from '#web/ui/controls/growingArea.ts';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialogs/Dialog.tsx';
import { RetryLine } from '#web/ui/states/RetryLine.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';
import { talkWords } from '../client/NoteCard.tsx';
import styles from '../desk.module.css';
import { type Channel, isNoted, type Way, wayId, wayProperty } from './channels.ts';
import { type ComposerProps, type ComposerState, useComposer } from './useComposer.ts';

const channelParts = {
  chat: { Icon: MessagesSquare, words: msg('Chat'), send: msg('Send') },
  email: { Icon: Mail, words: msg('Email'), send: msg('Send Email') },
  phone: { Icon: Phone, words: msg('Call'), send: msg('Record Reply') },
  sms: { Icon: Smartphone, words: msg('SMS'), send: msg('Record Reply') },
  note: { Icon: Lock, words: msg('Note'), send: msg('Save Note') },
};

const COUNT_LAST = 300;
const DROP_TARGET = 'outline-2 -outline-offset-4 outline-dashed outline-primary';

/** The agent's text box for an answer by one of the client's channels, or for a note that the client never sees. */
export function Composer(props: ComposerProps) {
  const id = useId();
  const composer = useComposer(props);
  const { input, draft, draftKey, isSending, text, maxLength, way, property, channel } = composer;
  const { takesFiles, write, focus, send } = composer;
  const { name } = props.client;
  useGrowing(input, text);
  const isNote = channel === 'note';
  const isInOffice = useColleagues() !== null;
  const drop = useFileDrop((files) => {
    if (takesFiles) attachFiles(draftKey, files);
    focus();
  });
  const target = drop.isOver && takesFiles ? DROP_TARGET : '';
  const { answersByMail } = useSite();
  return (
    <form
      {...drop.handlers}
      className={`bottom-bar grid grid-cols-1 gap-2 pt-2 ${isNote ? styles.noteBar : ''} ${target}`}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
        input.current?.focus();
      }}
    >
      <div className="flex flex-wrap items-center gap-y-1 gap-x-3">
        <ChannelPicker {...composer} />
        <TargetPicker {...composer} />
      </div>
      {draft.status === 'failed' && (
        <p className="flex gap-2 text-danger text-sm font-[550]" role="alert">
          <CircleAlert className="flex-none mt-0.75" size={16} />
          <span>
            {isNote
              ? t('Not saved. {error}', { error: draft.error ?? '' })
              : t('Not sent. {error}', { error: draft.error ?? '' })}
          </span>
        </p>
      )}
      <label className="visuallyHidden" htmlFor={id}>
        {composer.talkedBy ? t('What you agreed on with {name}', { name }) : labelOf(channel, name)}
      </label>
      {(takesFiles || composer.hasStrayFiles) && <AttachedFiles draftKey={draftKey} isDisabled={isSending} />}
      {composer.hasStrayFiles && (
        <p className="text-danger text-sm" role="alert">
          {t('Files can be sent by chat or by email. Remove them here, or choose another way.')}
        </p>
      )}
      <textarea
        dir="auto"
        ref={input}
        id={id}
        className={`${growingAreaClass} max-md:min-h-11 max-h-[35dvh] px-3 ${isNote ? styles.noteField : ''}`}
        rows={1}
        placeholder={composer.talkedBy ? t('What did you agree on?') : placeholderOf(channel, isInOffice)}
        value={text}
        maxLength={maxLength}
        readOnly={isSending}
        aria-describedby={`${id}-hint`}
        aria-keyshortcuts="Control+Enter"
        onChange={(event) => write(event.target.value)}
        {...(takesFiles ? { onPaste: pasteInto(draftKey) } : {})}
      />
      <div className="flex flex-wrap items-center gap-2">
        {!isNote && (
          <span className="flex items-center gap-1">
            {takesFiles && <AttachButton draftKey={draftKey} isDisabled={isSending} onChosen={focus} />}
            <SavedRepliesButton
              input={input}
              name={name}
              property={property}
              maxLength={maxLength}
              isDisabled={isSending}
              isCompact
              isOpenedBySlash
              onText={write}
            />
          </span>
        )}
        {!isNote && property && (
          <OfferTimes
            agentId={props.userId}
            property={property}
            person={personOf(props.client.user_id, way)}
            isDisabled={isSending}
            onWords={(words) => {
              write(text.trim() === '' ? words : `${text.trimEnd()}\n${words}`);
              focus();
            }}
          />
        )}
        <p
          id={`${id}-hint`}
          className="flex-1 min-w-0 text-muted text-xs/[1.35] @max-[30rem]:empty:hidden @max-[30rem]:order-first @max-[30rem]:basis-full"
        >
          {hintOf(channel, way, { name, answersByMail, left: maxLength - text.length })}
        </p>
        <SendButton channel={channel} isDisabled={!composer.isSendable} />
      </div>
    </form>
  );
}

function ChannelPicker({ channel, channels, isSending, chooseChannel }: ComposerState) {
  const group = useId();
  return (
    <fieldset className="flex flex-wrap gap-0.5" disabled={isSending}>
      <legend className="visuallyHidden">{t('Answer by')}</legend>
      {channels.map((offered) => {
        const { Icon, words } = channelParts[offered];
        return (
          <label
            key={offered}
            className={`quiet-btn choice px-2.5 max-sm:px-2 whitespace-nowrap ${offered === 'note' ? styles.noteChoice : ''}`}
          >
            <input
              type="radio"
              name={group}
              value={offered}
              checked={offered === channel}
              onChange={() => chooseChannel(offered)}
            />
            <Icon size={14} />
            {t(words)}
          </label>
        );
      })}
    </fieldset>
  );
}

/** The conversation or inquiry that is answered: a select where there are several. Of a note: the talk that it is about. */
function TargetPicker(composer: ComposerState) {
  const { channel, way, targets, property, isSending, chooseTarget } = composer;
  if (channel === 'note')
    return (
      <NativeSelect
        label={t('About')}
        isLabelHidden
        className="dense ml-auto"
        value={composer.talkedBy ?? ''}
        options={[
          { value: '', label: t('No talk') },
          ...talkWays.map((way) => ({ value: way, label: talkWords(way) })),
        ]}
        isDisabled={isSending}
        onChange={(chosen) => composer.chooseTalk(talkWays.find((way) => way === chosen) ?? null)}
      />
    );
  if (targets.length > 1 && way)
    return (
      <NativeSelect
        label={way.channel === 'chat' ? t('Conversation') : t('Inquiry')}
        isLabelHidden
        className="dense ml-auto min-w-0 max-w-64"
        value={String(wayId(way))}
        options={targets.map((target) => ({ value: String(wayId(target)), label: aboutWords(target) }))}
        isDisabled={isSending}
        onChange={(chosen) => chooseTarget(way.channel, Number(chosen))}
      />
    );
  if (!property) return null;
  return (
    <span
      dir="auto"
      className="ml-auto min-w-0 truncate text-muted text-caption @max-[27rem]:hidden"
      title={property.title}
    >
      {property.title}
    </span>
  );
}

function SendButton({ channel, isDisabled }: { channel: Channel | 'note'; isDisabled: boolean }) {
  const isNote = channel === 'note';
  return (
    <Button
      type="submit"
      size="small"
      variant={isNote ? 'accent' : 'primary'}
      className="ml-auto"
      disabled={isDisabled}
      // The text box keeps the focus, and a phone its keyboard.
      onPointerDown={(event) => event.preventDefault()}
    >
      {isNote ? <Lock size={15} /> : <SendHorizontal size={15} />}
      {t(channelParts[channel].send)}
      <span className="font-medium opacity-75 @max-[34rem]:hidden pointer-coarse:hidden" aria-hidden="true">
        {keyCaps('mod+enter', isMac()).flat().join(' ')}
      </span>
    </Button>
  );
}

function aboutWords(way: Way): string {
  const title = wayProperty(way)?.title;
  if (way.channel === 'chat' && way.conversation)
    return [storedText(way.conversation.subject), title].filter(Boolean).join(' · ');
  return title ?? t('No listing');
}

function placeholderOf(channel: Channel | 'note', isInOffice: boolean): string {
  if (channel === 'note')
    return isInOffice
      ? t('Write a note. Your office may see it. The client never does.')
      : t('Write a note. Only you will see it.');
  if (isNoted(channel)) return t('What did you tell them?');
  return channel === 'email'
    ? t('Write an email… or / for a saved reply')
    : t('Write a message… or / for a saved reply');
}

function labelOf(channel: Channel | 'note', name: string): string {
  if (channel === 'note') return t('Private note about {name}', { name });
  if (isNoted(channel)) return t('What you told {name}', { name });
  return t('Message to {recipient}', { recipient: name });
}

interface Hinted {
  name: string;
  answersByMail: boolean;
  /** Characters. */
  left: number;
}

function hintOf(channel: Channel | 'note', way: Way | null, { name, answersByMail, left }: Hinted): string {
  if (left < COUNT_LAST) return t('{left, plural, one {# character left} other {# characters left}}', { left });
  if (way === null) return t('Private: the client never sees it. There is no open chat or inquiry to answer.');
  if (way.channel === 'chat' && !way.conversation) return t('This starts a chat with {name}.', { name });
  if (channel === 'note') return t('Private: the client never sees it.');
  if (way.channel === 'chat') return '';
  const { email, phone } = way.inquiry;
  if (channel === 'email')
    return answersByMail
      ? t('To {email}. Answers appear here.', { email })
      : t('To {email}. Answers go to your inbox.', { email });
  return t('Nothing is sent. Call or text {phone} yourself.', { phone: phone ?? '' });
}

interface OfferTimesProps {
  agentId: number;
  property: { id: number; title: string };
  /** The account or the inquiry of the client; neither: the link asks for a name. */
  person: { user_id?: number; inquiry_id?: number };
  onWords(words: string): void;
}

function personOf(userId: number | null, way: Way | null): OfferTimesProps['person'] {
  if (userId !== null) return { user_id: userId };
  return way && 'inquiry' in way ? { inquiry_id: way.inquiry.id } : {};
}

const DAYS_AHEAD = 31;
const OFFERED = 3;

/** Three free times of the agent as text, with a link that books one of them in one press. */
function OfferTimes({ isDisabled, onWords, ...about }: OfferTimesProps & { isDisabled: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t('Offer times')}
        icon={<CalendarClock size={20} />}
        aria-haspopup="dialog"
        disabled={isDisabled}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Dialog title={t('Offer Times')} onClose={() => setIsOpen(false)}>
          <Choice
            {...about}
            onWords={(words) => {
              setIsOpen(false);
              onWords(words);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

function Choice({ agentId, property, person, onWords }: OfferTimesProps) {
  const days = useMemo(() => {
    const today = manilaDay(serverNow());
    return Array.from({ length: DAYS_AHEAD }, (_, index) => addDays(today, index));
  }, []);
  const free = useFreeTimes({ agentId, propertyId: property.id }, days);
  const [changed, setChanged] = useState<Record<number, string>>({});
  const offer = useMutation({
    mutationFn: (starts_at: string[]) =>
      callApi('slots.offer', { body: { property_id: property.id, starts_at, ...person } }),
  });
  if (!free.slots)
    return free.error ? (
      <RetryLine message={t('The free times could not be loaded.')} onRetry={() => void free.refetch()} />
    ) : (
      <Spinner />
    );
  const slots = [...free.slots.values()].flat();
  if (slots.length === 0) return <p className="text-muted">{t('You have no free time in the next 31 days.')}</p>;
  const chosen = spreadOut([...free.slots.values()]).map((slot, at) => {
    const other = changed[at];
    return other && slots.includes(other) ? other : slot;
  });
  const options = slots.map((slot) => ({ value: slot, label: formatShortViewingTime(slot) }));
  const names = [t('First time'), t('Second time'), t('Third time')];
  return (
    <>
      <DialogBody>
        <p className="text-muted text-sm">
          {t('{title}. These times are free in your calendar. You can choose others.', {
            title: property.title,
          })}
        </p>
        {chosen.map((slot, at) => (
          <NativeSelect
            key={names[at]}
            label={names[at] ?? ''}
            value={slot}
            options={options}
            onChange={(value) => setChanged({ ...changed, [at]: value })}
          />
        ))}
      </DialogBody>
      <FormBanner
        message={
          offer.error && failureSentence(offer.error, t('The times could not be offered. Please try again.'))
        }
      />
      <DialogFooter>
        <Button
          disabled={offer.isPending}
          onClick={() => {
            const times = [...new Set(chosen)].sort();
            offer.mutate(times, { onSuccess: ({ url }) => onWords(offerWords(property.title, times, url)) });
          }}
        >
          {t('Insert Into Message')}
        </Button>
      </DialogFooter>
    </>
  );
}

/** Three slots on different days, mornings and afternoons in turn; more of the same days where these are too few. */
function spreadOut(days: readonly (readonly string[])[]): string[] {
  const chosen: string[] = [];
  for (const slots of days) {
    if (chosen.length === OFFERED) break;
    const afternoon = slots.find((slot) => manilaHour(slot) >= 13);
    const slot = chosen.length % 2 === 1 ? (afternoon ?? slots[0]) : slots[0];
    if (slot) chosen.push(slot);
  }
  for (const slot of days.flat()) if (chosen.length < OFFERED && !chosen.includes(slot)) chosen.push(slot);
  return chosen.sort();
}

const HOUR_MS = 3_600_000;

const manilaHour = (slot: string): number =>
  (Date.parse(slot) - startOfManilaDay(manilaDay(new Date(slot))).getTime()) / HOUR_MS;

const offerWords = (title: string, times: readonly string[], url: string): string =>
  [
    t('I can show you {property}:', { property: title }),
    ...times.map(formatShortViewingTime),
    t('One press books a time: {url}', { url }),
    t('Or tell me what suits you better.'),
  ].join('\n');
