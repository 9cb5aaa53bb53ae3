import type { OfficeMember } from '#shared/contracts/offices.ts';
import { LONGEST_AWAY_DAYS, MAX_HAND_OVER_NOTE_LENGTH } from '#shared/limits.ts';
import { addDays, manilaDay } from '#shared/manilaDays.ts';
import { FieldGrid, Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { RadioField, SelectField, SwitchField, TextAreaField, TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { useDraftKey } from '#web/forms/useKeptDraft.ts';
import { formatDay } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { serverNow } from '#web/lib/serverTime.ts';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { type HandOver, useOfficeActs } from './queries.ts';

interface MemberDialogProps {
  member: OfficeMember;
  members: readonly OfficeMember[];
  isMe: boolean;
  onClose(): void;
}

/** The members who can get another member's clients. */
const takers = (members: readonly OfficeMember[], member: OfficeMember) =>
  members
    .filter(({ id, is_active, away_until }) => id !== member.id && is_active && away_until === null)
    .map(({ id, name }) => ({ value: String(id), label: name }));

const idOf = (chosen: string) => (chosen === '' ? null : Number(chosen));

export function AwayDialog({ member, members, isMe, onClose }: MemberDialogProps) {
  const { changeMember } = useOfficeActs();
  const today = manilaDay(serverNow());
  const form = useForm({
    values: {
      away_until: member.away_until ?? '',
      stand_in_id: member.stand_in ? String(member.stand_in.id) : '',
      hand_over_now: false,
    },
    check: ({ away_until, stand_in_id, hand_over_now }) => ({
      ...(away_until === '' ? { away_until: t('Choose the last day') } : {}),
      ...(hand_over_now && stand_in_id === '' ? { stand_in_id: t('Choose a stand-in') } : {}),
    }),
    send: async ({ away_until, stand_in_id, hand_over_now }) => {
      await changeMember(member.id, { away_until, stand_in_id: idOf(stand_in_id), hand_over_now });
      showToast(t('{name} is away until {day}', { name: member.name, day: formatDay(away_until) }));
      onClose();
    },
    failure: t('This could not be changed. Please try again.'),
  });
  const hasStandIn = form.watch('stand_in_id') !== '';
  return (
    <FormDialog title={isMe ? t('You are away') : t('{name} is away', { name: member.name })} onClose={onClose}>
      <Form form={form}>
        <TextField
          name="away_until"
          type="date"
          label={t('Last day away')}
          required
          min={today}
          max={addDays(today, LONGEST_AWAY_DAYS)}
        />
        <SelectField
          name="stand_in_id"
          label={t('Stand-in')}
          hint={t('Clients who start waiting while you are away go to them. You can give them back later.')}
          options={[{ value: '', label: t('No one (clients wait)') }, ...takers(members, member)]}
        />
        {hasStandIn && (
          <SwitchField
            name="hand_over_now"
            label={t('Hand Over Waiting Clients')}
            text={
              member.waiting === null
                ? undefined
                : t(
                    '{count, plural, =0 {No clients waiting now} one {# client waiting now} other {# clients waiting now}}',
                    { count: member.waiting },
                  )
            }
          />
        )}
        <FormBanner message={form.error} />
        <FormActions submitLabel={t('Save')} sendingLabel={t('Saving...')} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}

export function HandOverDialog({ member, members, isMe, onClose }: MemberDialogProps) {
  const { handOver } = useOfficeActs();
  const { waiting, clients } = member;
  const form = useForm({
    values: { which: 'waiting' as string, to_id: '', note: '' },
    check: ({ to_id }) => (to_id === '' ? { to_id: t('Choose a colleague') } : {}),
    send: async ({ which, to_id, note }) => {
      const { moved, clashing_viewings: clashes } = await handOver({
        from_id: member.id,
        to_id: Number(to_id),
        which: which as HandOver['which'],
        note: note.trim() || null,
      });
      showMoved(moved, clashes);
      onClose();
    },
    failure: t('The clients could not be handed over. Please try again.'),
    draft: useDraftKey(`hand_over_${member.id}`),
    draftFields: ['note'],
  });
  const cancel = () => {
    form.forgetDraft();
    onClose();
  };
  return (
    <FormDialog
      title={isMe ? t('Hand over your clients') : t('Hand over clients of {name}', { name: member.name })}
      onClose={onClose}
    >
      <Form form={form}>
        <RadioField
          name="which"
          label={t('Which clients')}
          options={[
            {
              value: 'waiting',
              label: t('Clients waiting for an answer'),
              text: waiting === null ? '' : clientCount(waiting),
            },
            { value: 'all', label: t('All clients'), text: clients === null ? '' : clientCount(clients) },
          ]}
        />
        <SelectField
          name="to_id"
          label={t('To')}
          options={[{ value: '', label: t('Choose a colleague') }, ...takers(members, member)]}
        />
        <TextAreaField
          name="note"
          label={t('Note for your colleague')}
          isOptional
          rows={2}
          maxLength={MAX_HAND_OVER_NOTE_LENGTH}
        />
        <p className="text-muted text-sm">
          {t('The whole history moves too: inquiries, chats, upcoming viewings and private notes.')}
        </p>
        <FormBanner message={form.error} />
        <FormActions submitLabel={t('Hand Over')} sendingLabel={t('Handing over…')} onCancel={cancel} />
      </Form>
    </FormDialog>
  );
}

const clientCount = (count: number) => t('{count, plural, one {# client} other {# clients}}', { count });

export function showMoved(moved: number, clashes: number): void {
  showToast(
    t('{count, plural, =0 {No clients to hand over} one {# client handed over} other {# clients handed over}}', {
      count: moved,
    }),
    moved === 0 ? 'info' : 'success',
  );
  if (clashes > 0)
    showToast(
      t(
        '{count, plural, one {# viewing now clashes} other {# viewings now clash}} with another one. Check the calendar.',
        { count: clashes },
      ),
      'info',
    );
}

/** Removes a member from the office, or leaves it: the clients go to a colleague. */
export function RemoveDialog({ member, members, isMe, onClose }: MemberDialogProps) {
  const { removeMember } = useOfficeActs();
  const hasClients = member.clients !== 0;
  const form = useForm({
    values: { heir_id: '', with_listings: false },
    check: ({ heir_id, with_listings }) =>
      heir_id === '' && (hasClients || with_listings)
        ? { heir_id: t('Choose a colleague to take over the clients') }
        : {},
    send: async ({ heir_id, with_listings }) => {
      await removeMember(member.id, { heir_id: idOf(heir_id), with_listings });
      showToast(isMe ? t('You left the office') : t('{name} is no longer in the office', { name: member.name }));
      onClose();
    },
    failure: t('This did not work. Please try again.'),
  });
  return (
    <FormDialog title={isMe ? t('Leave the office') : t('Remove {name}', { name: member.name })} onClose={onClose}>
      <Form form={form}>
        <Notice kind="info">
          {member.clients === null
            ? t('All the office’s clients and their conversations stay with the office.')
            : member.clients === 0
              ? t('There are no clients to hand over.')
              : t(
                  '{count, plural, one {# client moves, with the whole history,} other {# clients move, with their whole history,}} to the colleague you choose.',
                  { count: member.clients },
                )}{' '}
          {isMe
            ? t('You keep your account and profile but no longer see the office.')
            : t('{name} keeps their account, without an office.', { name: member.name })}
        </Notice>
        <FieldGrid>
          <SelectField
            name="heir_id"
            label={t('Who takes over the clients')}
            options={[{ value: '', label: t('Choose a colleague') }, ...takers(members, member)]}
          />
        </FieldGrid>
        <SwitchField
          name="with_listings"
          label={t('Listings too')}
          text={
            isMe
              ? t('Your listings go to the colleague. If off, you keep them.')
              : t('{name}’s listings go to the colleague. If off, {name} keeps them.', {
                  name: member.name,
                })
          }
        />
        <FormBanner message={form.error} />
        <FormActions
          isDangerous
          submitLabel={isMe ? t('Leave Office') : t('Remove')}
          sendingLabel={t('Saving...')}
          onCancel={onClose}
        />
      </Form>
    </FormDialog>
  );
}
