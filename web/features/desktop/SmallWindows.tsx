import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { ConsoleAnswer, ConsoleQuestion, DesktopBridge, DesktopEvent } from '#shared/desktopBridge.ts';
import { PasswordInput, TextInput } from '#web/forms/fields.tsx';
import { dateFormat } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { isComposing } from '#web/lib/isComposing.ts';
import { joinStops } from '#web/lib/socket.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';

type Of<Kind extends ConsoleQuestion['kind']> = Extract<ConsoleQuestion, { kind: Kind }>;
/** Without an argument, the question is declined. */
type Answer = (given?: ConsoleAnswer) => void;

/** The page of a question window. Escape and closing the window decline. */
export function QuestionScreen({ question, bridge }: { question: ConsoleQuestion; bridge: DesktopBridge }) {
  const answer: Answer = (given) =>
    void (given ? bridge.call('answerQuestion', given) : bridge.call('answerQuestion')).catch((error: unknown) =>
      console.warn(error),
    );
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') answer();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  switch (question.kind) {
    case 'password':
      return <ProxyPassword question={question} answer={answer} />;
    case 'certificate':
      return <ClientCertificate question={question} answer={answer} />;
    case 'words':
      return (
        <Frame
          title={question.title}
          onSubmit={() => answer()}
          buttons={
            <Button type="submit" autoFocus>
              {t('Close')}
            </Button>
          }
        >
          <p>{question.text}</p>
        </Frame>
      );
  }
}

interface FrameProps {
  title: string;
  children: ReactNode;
  buttons: ReactNode;
  onSubmit(): void;
}

function Frame({ title, children, buttons, onSubmit }: FrameProps) {
  return (
    <main className="grid w-full h-dvh overflow-auto bg-page text-ink">
      <form
        className="grid grid-rows-[auto_minmax(0,1fr)_auto] gap-4 p-6"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <h1 className="m-0 text-lg wrap-anywhere">{title}</h1>
        <div className="grid content-start gap-4 min-h-0">{children}</div>
        <div className="flex flex-wrap justify-end gap-2">{buttons}</div>
      </form>
    </main>
  );
}

function ProxyPassword({ question, answer }: { question: Of<'password'>; answer: Answer }) {
  const { host, realm, isAgain, isReadable, mayRemember } = question;
  const rememberId = useId();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  return (
    <Frame
      title={t('The proxy {host} asks for a password', { host })}
      onSubmit={() => name && answer({ name, password, remember })}
      buttons={
        <>
          <Button variant="plain" onClick={() => answer()}>
            {t('Cancel')}
          </Button>
          <Button type="submit" disabled={name === ''}>
            {t('Connect')}
          </Button>
        </>
      }
    >
      <Notice kind="error">
        {isAgain ? t('The proxy refused this name and password. Please check both.') : null}
      </Notice>
      <p className="text-muted text-sm wrap-anywhere">
        {realm
          ? t(
              'It connects this network to the internet and calls itself “{realm}”. Use the password your office gave you, not your Silong password.',
              { realm },
            )
          : t(
              'It connects this network to the internet. Use the password your office gave you, not your Silong password.',
            )}{' '}
        {isReadable && t('Your password is sent to it unencrypted.')}
      </p>
      <TextInput label={t('Name')} autoComplete="off" autoFocus value={name} onChange={setName} />
      <PasswordInput label={t('Password')} autoComplete="off" value={password} onChange={setPassword} />
      {mayRemember && (
        <label htmlFor={rememberId} className="flex items-center gap-2 min-h-8">
          <input
            id={rememberId}
            type="checkbox"
            className="w-4.5 h-4.5 accent-primary"
            checked={remember}
            onChange={(event) => setRemember(event.target.checked)}
          />
          {t('Remember on this computer')}
        </label>
      )}
    </Frame>
  );
}

const day = dateFormat({ dateStyle: 'medium' }, 'en-PH');

function ClientCertificate({ question, answer }: { question: Of<'certificate'>; answer: Answer }) {
  const { host, certificates } = question;
  const [chosen, setChosen] = useState(0);
  return (
    <Frame
      title={t('{host} asks who this computer is', { host })}
      onSubmit={() => answer({ certificate: chosen })}
      buttons={
        <>
          <Button variant="plain" onClick={() => answer()}>
            {t('Show None')}
          </Button>
          <Button type="submit">{t('Show This Certificate')}</Button>
        </>
      }
    >
      <p className="text-muted text-sm">
        {t('Choose the certificate to show. Your office can tell you which one.')}
      </p>
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t('Certificates of this computer')}</legend>
        {certificates.map(({ name, issuer, until }, index) => (
          <label
            // biome-ignore lint/suspicious/noArrayIndexKey: the answer is the index, and the list never changes.
            key={index}
            className="flex items-start gap-3 py-2.5 px-3 border border-line rounded-md bg-surface has-checked:border-primary"
          >
            <input
              type="radio"
              name="certificate"
              className="flex-none w-4.5 h-4.5 mt-0.5 accent-primary"
              checked={chosen === index}
              onChange={() => setChosen(index)}
            />
            <span className="grid min-w-0 wrap-anywhere">
              <strong>{name}</strong>
              <span className="text-muted text-sm">
                {t('From {issuer}, valid until {date}', { issuer, date: day.format(new Date(until)) })}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
    </Frame>
  );
}

const warn = (error: unknown) => console.warn(error);

/** Finds text in the window below: Enter for the next match, Shift+Enter for the previous, Escape to close. */
export function FindBar({ bridge }: { bridge: DesktopBridge }) {
  const [text, setText] = useState('');
  const [matches, setMatches] = useState<DesktopEvent<'foundMatches'> | null>(null);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    input.current?.focus();
    return joinStops(
      bridge.on('foundMatches', setMatches),
      bridge.on('command', (name) => {
        if (name === 'find') input.current?.select();
      }),
    );
  }, [bridge]);

  const find = (words: string, forward: boolean) => void bridge.call('find', { text: words, forward }).catch(warn);
  // The call may fail, as closing destroys this page.
  const close = () => void bridge.call('stopFinding').catch(() => undefined);

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter') find(text, !event.shiftKey);
    if (event.key === 'Escape') close();
  };

  return (
    <search className="flex items-center w-full h-dvh py-1 px-2 border border-line bg-surface">
      <input
        ref={input}
        className="flex-1 min-w-0 p-2 border-0 bg-transparent text-ink [font:inherit]"
        aria-label={t('Find on this page')}
        placeholder={t('Find on this page')}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value);
          setMatches(null);
          find(event.target.value, true);
        }}
      />
      <span className="min-w-22 text-muted text-xs text-right" role="status">
        {text && matches && (matches.total === 0 ? t('Nothing found') : t('{active} of {total}', matches))}
      </span>
      <IconButton label={t('Previous match')} icon={<ChevronUp size={18} />} onClick={() => find(text, false)} />
      <IconButton label={t('Next match')} icon={<ChevronDown size={18} />} onClick={() => find(text, true)} />
      <IconButton label={t('Close search')} icon={<X size={18} />} onClick={close} />
    </search>
  );
}
