import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { TalkWay } from '#shared/chatApps.ts';
import type { ClientNote, DeskClient, TimelineEntry } from '#shared/contracts/desk.ts';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { type OutboxDraft, type QueuedCall, sendOrQueue } from '#web/features/offline/index.ts';
import { type AnswerViewing, answerBody, decisionDone, invalidateViewings } from '#web/features/viewings/index.ts';
import { newClientId } from '#web/lib/apiClient.ts';
import { pathOf } from '#web/lib/calls.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { readStoredSession } from '#web/platform/sessionStorage.ts';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { clientQuery, refreshClients, type TimelinePage, timelineQuery } from './queries.ts';
import { dropUndo, offerUndo } from './undo.ts';

interface ClientEdit {
  client?(known: DeskClient): DeskClient;
  timeline?(pages: readonly TimelinePage[]): TimelinePage[];
}

/** Changes the shown data of one client without a request: the caller refetches once the change is stored. */
async function editClient(client: QueryClient, id: number, edit: ClientEdit): Promise<void> {
  const { queryKey: clientKey } = clientQuery(id);
  const { queryKey: timelineKey } = timelineQuery(id);
  // An answer on its way may be older than the change.
  await Promise.all([clientKey, timelineKey].map((queryKey) => client.cancelQueries({ queryKey })));
  client.setQueryData<DeskClient>(clientKey, (known) => known && (edit.client?.(known) ?? known));
  client.setQueryData<InfiniteData<TimelinePage, string | undefined>>(
    timelineKey,
    (known) => known && { ...known, pages: edit.timeline?.(known.pages) ?? known.pages },
  );
}

const refresh = (client: QueryClient, id: number) =>
  // A failed refetch is repeated with the next event.
  refreshClients(client, [id]).catch(() => undefined);

/** The newest page begins with it. */
export const withEntry = (pages: readonly TimelinePage[], entry: TimelineEntry): TimelinePage[] =>
  pages.map((page, at) => {
    const others = page.entries.filter(({ id }) => id !== entry.id);
    return { ...page, entries: at === 0 ? [entry, ...others] : others };
  });

/** @param change null takes an entry away. */
export const withEntries = (
  pages: readonly TimelinePage[],
  change: (entry: TimelineEntry) => TimelineEntry | null,
): TimelinePage[] =>
  pages.map((page) => ({ ...page, entries: page.entries.map(change).filter((entry) => entry !== null) }));

export const putEntry = (client: QueryClient, id: number, entry: TimelineEntry): Promise<void> =>
  editClient(client, id, { timeline: (pages) => withEntry(pages, entry) });

const putViewing = (client: QueryClient, id: number, viewing: Viewing): Promise<void> =>
  editClient(client, id, {
    client: (known) => ({
      ...known,
      viewings: known.viewings.map((other) => (other.id === viewing.id ? viewing : other)),
    }),
    timeline: (pages) =>
      withEntries(pages, (entry) =>
        entry.kind === 'viewing' && entry.viewing.id === viewing.id ? { ...entry, viewing } : entry,
      ),
  });

/** Answers a viewing of this client; a confirmation is shown at once, and reverted where the server refuses it. */
export function useAnswerOf(clientId: number): AnswerViewing {
  const client = useQueryClient();
  return useCallback(
    async (answer) => {
      const before = client
        .getQueryData<DeskClient>(clientQuery(clientId).queryKey)
        ?.viewings.find(({ id }) => id === answer.id);
      if (before && answer.decision === 'confirmed')
        await putViewing(client, clientId, { ...before, status: 'confirmed' });
      try {
        const result = await sendAnswer(answer, before);
        if (result.isQueued && before) await putViewing(client, clientId, answered(before, answer));
        if (result.isQueued) return;
        await putViewing(client, clientId, result.data);
      } catch (error) {
        if (before) await putViewing(client, clientId, before);
        void refresh(client, clientId);
        throw error;
      }
      void invalidateViewings(client);
      void refresh(client, clientId);
    },
    [client, clientId],
  );
}

type Answer = Parameters<AnswerViewing>[0];

const sendAnswer = (answer: Answer, viewing: Viewing | undefined) =>
  sendOrQueue({
    ...ownDraft(),
    kind: 'viewing',
    call: 'viewings.update',
    input: { params: { id: answer.id }, body: answerBody(answer) },
    label: viewing ? t('Viewing of {title}', { title: viewing.property.title }) : t('Viewing'),
    detail: t(decisionDone[answer.decision]),
  });

/** As it will be once the server has it. */
function answered(viewing: Viewing, { decision, startsAt }: Answer): Viewing {
  const length = Date.parse(viewing.ends_at) - Date.parse(viewing.starts_at);
  const at = (starts_at: string) => ({
    starts_at,
    ends_at: new Date(Date.parse(starts_at) + length).toISOString(),
  });
  const settled = { ...viewing, proposed_at: null, proposed_by: null };
  const isAgreed = viewing.status === 'confirmed';
  switch (decision) {
    case 'proposed':
      if (isAgreed) return { ...viewing, proposed_at: startsAt ?? null, proposed_by: 'agent' };
      return { ...settled, status: 'proposed', ...at(startsAt ?? viewing.starts_at) };
    case 'confirmed':
      return { ...settled, status: 'confirmed', ...at(viewing.proposed_at ?? viewing.starts_at) };
    case 'withdrawn':
      return isAgreed ? settled : { ...settled, status: 'requested' };
    case 'declined':
      return isAgreed ? settled : { ...settled, status: 'declined' };
    default:
      return { ...settled, status: decision };
  }
}

const ownDraft = (): Pick<OutboxDraft<QueuedCall>, 'id' | 'userId'> => ({
  id: newClientId(),
  userId: readStoredSession()?.user.id ?? 0,
});

/** The agent's private notes about the client. `add` and `change` throw the failures of callApi. */
export function useNotes(clientId: number) {
  const client = useQueryClient();
  return useMemo(() => {
    const put = (note: ClientNote) =>
      editClient(client, clientId, {
        client: (known) => ({
          ...known,
          notes: [note, ...known.notes.filter(({ id }) => id !== note.id)].toSorted((a, b) =>
            b.created_at.localeCompare(a.created_at),
          ),
        }),
        timeline: (pages) => {
          const isKnown = pages.some(({ entries }) => entries.some(({ id }) => id === `note-${note.id}`));
          const entry = { id: `note-${note.id}`, at: note.created_at, kind: 'note', note } as const;
          return isKnown
            ? withEntries(pages, (other) => (other.id === entry.id ? entry : other))
            : withEntry(pages, entry);
        },
      });
    const params = { id: clientId };
    /** A note; all of one client go out in the order they were made. */
    const noteDraft = (detail: string) =>
      ({ ...ownDraft(), kind: 'deskNote', lane: pathOf('desk.addNote', { params }), detail }) as const;
    const words = (text: string) => ({ ...noteDraft(text), wordsIn: 'text', label: t('Private note') }) as const;
    const show = async (note: ClientNote) => {
      await put(note);
      void refresh(client, clientId);
    };
    /** A note that waits is shown as an unsent one. */
    const add = async (text: string, talked_by: TalkWay | null = null) => {
      const input = { params, body: { text, talked_by } };
      const result = await sendOrQueue({ ...words(text), call: 'desk.addNote', input });
      if (!result.isQueued) await show(result.data);
    };
    const removeNow = (note: ClientNote) =>
      sendOrQueue({
        ...noteDraft(note.text),
        call: 'desk.removeNote',
        input: { params: { ...params, noteId: note.id } },
        label: t('Delete a note'),
      });
    const showFailure = (error: unknown) =>
      showToast(failureSentence(error, t('The note could not be changed. Please try again.')), 'error');
    return {
      add,
      async change(note: ClientNote, text: string) {
        const input = { params: { ...params, noteId: note.id }, body: { text } };
        const result = await sendOrQueue({ ...words(text), call: 'desk.updateNote', input });
        await (result.isQueued ? put({ ...note, text }) : show(result.data));
      },
      /** Can be undone; a refusal shows a message and the note again. */
      async remove(note: ClientNote) {
        const removal = editClient(client, clientId, {
          client: (known) => ({ ...known, notes: known.notes.filter(({ id }) => id !== note.id) }),
          timeline: (pages) => withEntries(pages, (entry) => (entry.id === `note-${note.id}` ? null : entry)),
        }).then(() => removeNow(note));
        const step = offerUndo(t('Note deleted'), () => {
          removal.then(() => add(note.text, note.talked_by)).catch(showFailure);
        });
        try {
          if ((await removal).isQueued) return;
        } catch (error) {
          dropUndo(step);
          showFailure(error);
        }
        void refresh(client, clientId);
      },
    };
  }, [client, clientId]);
}
