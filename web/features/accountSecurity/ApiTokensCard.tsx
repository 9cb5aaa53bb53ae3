import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bot } from 'lucide-react';
import { useState } from 'react';
import { isOfOffices, scopeTexts, type TokenScope, tokenScopes } from '#shared/apiAccess.ts';
import type { ApiToken } from '#shared/contracts/accountSecurity.ts';
import { MAX_TOKEN_NAME_LENGTH } from '#shared/limits.ts';
import { useColleagues } from '#web/features/offices/index.ts';
import { Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { SelectField, SwitchField, TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import { DOCS_PATH, pathOf } from '#web/lib/calls.ts';
import { formatDay, relativeTime } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { currentPlatform } from '#web/platform/platform.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { CopyButton } from '#web/ui/controls/CopyButton.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialogs/Dialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';

const DAY_MS = 24 * 3_600_000;

const tokensQuery = queryOptions({
  ...queryOf('tokens.list'),
  select: ({ tokens }) => tokens,
  meta: { isPersonal: true },
});

type OpenDialog = { kind: 'new' } | { kind: 'made'; token: string } | { kind: 'revoke'; token: ApiToken };

/** Tokens for an agent's own programs: a website, a spreadsheet, the office's software. */
export function ApiTokensCard() {
  const client = useQueryClient();
  const query = useQuery(tokensQuery);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: tokensQuery.queryKey });
  const close = () => setDialog(null);

  return (
    <SectionCard
      title={t('API access')}
      text={t('Let your own website or software work with your listings, messages, clients and viewings.')}
      action={<Button onClick={() => setDialog({ kind: 'new' })}>{t('New API Token')}</Button>}
    >
      <PartState
        query={query}
        loadingText={t('Loading your API tokens…')}
        skeleton={<Skeleton height="3rem" />}
        failure={t('Your API tokens could not be loaded.')}
        headingLevel={3}
      >
        {(tokens) =>
          tokens.length === 0 ? (
            <p className="text-muted">{t('You have no API tokens yet.')}</p>
          ) : (
            <ul className="divide-y divide-line">
              {tokens.map((token) => (
                <TokenRow key={token.id} token={token} onRevoke={() => setDialog({ kind: 'revoke', token })} />
              ))}
            </ul>
          )
        }
      </PartState>
      <p className="mt-4 text-sm">
        {/* No page of this app. */}
        <a href={DOCS_PATH}>{t('All calls of the API')}</a>
      </p>
      {dialog?.kind === 'new' && (
        <NewTokenDialog
          onMade={(token) => {
            setDialog({ kind: 'made', token });
            void refresh();
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === 'made' && <MadeTokenDialog token={dialog.token} onClose={close} />}
      {dialog?.kind === 'revoke' && (
        <ConfirmDialog
          title={t('Revoke this API token?')}
          text={t('Programs that use “{name}” can no longer reach your account. You cannot undo this.', {
            name: dialog.token.name,
          })}
          confirmLabel={t('Revoke')}
          onConfirm={async () => {
            await callApi('tokens.remove', { params: { id: dialog.token.id } });
            showToast(t('API token revoked'));
            await refresh();
          }}
          failureOf={(error) => failureSentence(error, t('This did not work. Please try again.'))}
          onClose={close}
        />
      )}
    </SectionCard>
  );
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke(): void }) {
  const { name, ending, scopes, expires_at, is_expired, last_used_at, last_used_address } = token;
  const end = expires_at && formatDay(expires_at);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <Bot className="flex-none mt-0.5 text-muted" size={22} aria-hidden="true" />
      <div className="flex-1 min-w-48">
        <strong className="font-semibold wrap-anywhere">{name}</strong>{' '}
        <span className="font-mono text-muted text-sm whitespace-nowrap">…{ending}</span>
        <p className="text-muted text-sm">
          {end === null
            ? t('Never expires')
            : is_expired
              ? t('Expired on {day}', { day: end })
              : t('Expires on {day}', { day: end })}
          {' · '}
          {!last_used_at
            ? t('Not used yet')
            : t('Last used: {when}, from {address}', {
                when: relativeTime(last_used_at, new Date()),
                address: last_used_address ?? '–',
              })}
        </p>
        <details className="mt-1 text-sm">
          <summary className="w-fit py-1 text-primary cursor-pointer">
            {t('{count, plural, one {Can do # thing} other {Can do # things}}', { count: scopes.length })}
          </summary>
          <ul className="grid gap-1 mt-1 pl-5 list-disc marker:text-muted">
            {scopes.map((scope) => (
              <li key={scope}>{t(scopeTexts[scope])}</li>
            ))}
          </ul>
        </details>
      </div>
      <Button variant="outlined" isDangerous aria-label={t('Revoke {name}', { name })} onClick={onRevoke}>
        {t('Revoke')}
      </Button>
    </li>
  );
}

const none = Object.fromEntries(tokenScopes.map((scope) => [scope, false])) as Record<TokenScope, boolean>;

function NewTokenDialog({ onMade, onClose }: { onMade(token: string): void; onClose(): void }) {
  const colleagues = useColleagues();
  const offered = tokenScopes.filter((scope) => colleagues?.isManager || !isOfOffices(scope));
  const chosen = (values: Record<TokenScope, boolean>) => tokenScopes.filter((scope) => values[scope]);
  const form = useForm({
    values: { name: '', days: '90', ...none },
    check(values) {
      if (values.name.trim() === '') return { name: t('Please give the token a name') };
      return chosen(values).length === 0 ? t('Choose at least one thing that the token may do') : null;
    },
    async send({ name, days, ...values }) {
      const expires_at = days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
      const body = { name, scopes: chosen(values), expires_at };
      onMade((await callApi('tokens.create', { body })).token);
    },
    failure: t('The token could not be made. Please try again.'),
  });
  return (
    <Dialog title={t('New API token')} size="wide" isBackdropInert onClose={onClose}>
      <Form form={form}>
        <TextField
          name="name"
          label={t('Name')}
          hint={t('What will use it, such as “Office website”.')}
          maxLength={MAX_TOKEN_NAME_LENGTH}
          required
        />
        <SelectField
          name="days"
          label={t('Valid for')}
          options={[
            ...[30, 90, 365].map((days) => ({
              value: String(days),
              label: t('{days, plural, one {# day} other {# days}}', { days }),
            })),
            { value: '', label: t('Until you revoke it') },
          ]}
        />
        <fieldset>
          <legend className="mb-1 text-sm font-semibold">{t('What it may do')}</legend>
          <div className="divide-y divide-line">
            {offered.map((scope) => (
              <SwitchField key={scope} name={scope} label={t(scopeTexts[scope])} text={scope} />
            ))}
          </div>
        </fieldset>
        <FormBanner message={form.error} />
        <FormActions submitLabel={t('Make Token')} sendingLabel={t('Making…')} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

/** Shows the token, for the only time. */
function MadeTokenDialog({ token, onClose }: { token: string; onClose(): void }) {
  return (
    <Dialog title={t('Copy your API token now')} size="wide" isBackdropInert onClose={onClose}>
      <DialogBody>
        <div className="flex flex-wrap items-center gap-3">
          <code className="flex-1 min-w-48 py-2 px-3 rounded-sm bg-sunken font-mono text-sm wrap-anywhere">
            {token}
          </code>
          <CopyButton text={token} />
        </div>
        <Notice kind="info">
          {t('We show it only once. Keep it like a password: whoever has it can do what you chose.')}
        </Notice>
        <DialogFooter>
          <Button onClick={onClose}>{t('I Have Copied It')}</Button>
        </DialogFooter>
      </DialogBody>
    </Dialog>
  );
}

const formats = ['json', 'xml', 'csv'] as const;

/** The addresses at which an agent's programs read listings: their own and, of a manager, those of the whole office. */
export function ListingFeedsCard() {
  const colleagues = useColleagues();
  return (
    <SectionCard
      title={t('Listing feeds')}
      text={t('Your website or software reads your listings at these addresses, with an API token.')}
    >
      <div className="grid gap-6">
        <FeedList
          title={t('Your listings')}
          text={t('The token needs “{scope}”.', { scope: 'listings:read' })}
          feature="listingFeed"
        />
        {colleagues?.isManager && (
          <FeedList
            title={t('All listings of {office}', { office: colleagues.office.name })}
            text={t('With the agent of each listing. The token needs “{scope}”.', { scope: 'office:read' })}
            feature="officeFeed"
          />
        )}
      </div>
    </SectionCard>
  );
}

interface FeedListProps {
  title: string;
  text: string;
  feature: 'listingFeed' | 'officeFeed';
}

function FeedList({ title, text, feature }: FeedListProps) {
  return (
    <section className="grid gap-2">
      <div>
        <h3 className="text-base font-semibold">{title}</h3>
        <p className="text-muted text-sm">{text}</p>
      </div>
      <ul className="grid gap-2" aria-label={title}>
        {formats.map((name) => {
          const format = name.toUpperCase();
          const address = currentPlatform().publicOrigin + pathOf(`${feature}.${name}`);
          return (
            <li key={format} className="flex items-center gap-3">
              <code className="flex-1 min-w-0 py-2 px-3 rounded-sm bg-sunken font-mono text-sm wrap-anywhere">
                {address}
              </code>
              <CopyButton
                size="small"
                label={t('Copy the {format} address: {list}', { format, list: title })}
                text={address}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
