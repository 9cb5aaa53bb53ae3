import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Message } from '#shared/contracts/conversations.ts';
import type { ClientNote, DeskClient, TimelineEntry } from '#shared/contracts/desk.ts';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { type AnswerViewing, useAnswerViewing } from '#web/features/viewings/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { clientQuery, refreshClients, type TimelinePage, timelineQuery } from './queries.ts';
import { dropUndo, offerUndo } from './undo.ts';

interface ClientEdit {
  client?(known: DeskClient): DeskClient;
  timeline?(pages: readonly TimelinePage[]): TimelinePage[];
}

/** Changes what is shown of one client. Asks nothing: whoever changes something asks anew once it is done. */
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
  // What could not be asked anew now is asked with the next event.
  refreshClients(client, [id]).catch(() => undefined);

/** The newest page begins with it. */
export function withEntry(pages: readonly TimelinePage[], entry: TimelineEntry): TimelinePage[] {
  const others = pages.map((page) => ({
    ...page,
    entries: page.entries.filter(({ id }) => id !== entry.id),
  }));
  return others.map((page, at) => (at === 0 ? { ...page, entries: [entry, ...page.entries] } : page));
}

/** @param change null takes an entry away. */
export function withEntries(
  pages: readonly TimelinePage[],
  change: (entry: TimelineEntry) => TimelineEntry | null,
): TimelinePage[] {
  return pages.map((page) => ({
    ...page,
    entries: page.entries.map(change).filter((entry) => entry !== null),
  }));
}

/** Shows a message that the agent has just sent. */
export async function putSentMessage(
  client: QueryClient,
  id: number,
  message: Message,
  property: { id: number; title: string } | null,
): Promise<void> {
  const entry: TimelineEntry = {
    id: `message-${message.id}`,
    at: message.created_at,
    kind: 'message',
    by: 'agent',
    property,
    message,
  };
  await editClient(client, id, { timeline: (pages) => withEntry(pages, entry) });
  void refresh(client, id);
}

function putViewing(client: QueryClient, id: number, viewing: Viewing): Promise<void> {
  return editClient(client, id, {
    client: (known) => ({
      ...known,
      viewings: known.viewings.map((other) => (other.id === viewing.id ? viewing : other)),
    }),
    timeline: (pages) =>
      withEntries(pages, (entry) =>
        entry.kind === 'viewing' && entry.viewing.id === viewing.id ? { ...entry, viewing } : entry,
      ),
  });
}

/**
 * Answers a viewing of this client; a confirmation is shown at once, and taken back where the server refuses. What is asked
 * about first, or has to be chosen, waits for the answer.
 */
export function useAnswerOf(clientId: number): AnswerViewing {
  const client = useQueryClient();
  const { mutateAsync } = useAnswerViewing();
  return useCallback(
    async (answer) => {
      const before = client
        .getQueryData<DeskClient>(clientQuery(clientId).queryKey)
        ?.viewings.find(({ id }) => id === answer.id);
      if (before && answer.decision === 'confirmed')
        await putViewing(client, clientId, { ...before, status: 'confirmed' });
      try {
        await putViewing(client, clientId, await mutateAsync(answer));
      } catch (error) {
        if (before) await putViewing(client, clientId, before);
        throw error;
      } finally {
        void refresh(client, clientId);
      }
    },
    [client, clientId, mutateAsync],
  );
}

const notesPath = (clientId: number) => `/api/desk/clients/${clientId}/notes`;

interface Notes {
  /** @throws what callApi throws, as the others do. */
  add(text: string): Promise<void>;
  change(note: ClientNote, text: string): Promise<void>;
  /** It can be taken back; a refusal is told, and shows the note again. */
  remove(note: ClientNote): Promise<void>;
}

/** What the agent notes about a client, for nobody else to see. */
export function useNotes(clientId: number): Notes {
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
    const send = async (method: 'POST' | 'PUT', path: string, text: string) => {
      await put(await callApi<ClientNote>(method, path, { body: { text } }));
      void refresh(client, clientId);
    };
    const tell = (error: unknown) =>
      showToast(failureSentence(error, t('The note could not be changed. Please try again.')), 'error');
    return {
      add: (text) => send('POST', notesPath(clientId), text),
      change: (note, text) => send('PUT', `${notesPath(clientId)}/${note.id}`, text),
      async remove(note) {
        const removal = editClient(client, clientId, {
          client: (known) => ({ ...known, notes: known.notes.filter(({ id }) => id !== note.id) }),
          timeline: (pages) => withEntries(pages, (entry) => (entry.id === `note-${note.id}` ? null : entry)),
        }).then(() => callApi('DELETE', `${notesPath(clientId)}/${note.id}`));
        const step = offerUndo(t('Note deleted'), () => {
          removal.then(() => send('POST', notesPath(clientId), note.text)).catch(tell);
        });
        try {
          await removal;
        } catch (error) {
          dropUndo(step);
          tell(error);
        } finally {
          void refresh(client, clientId);
        }
      },
    };
  }, [client, clientId]);
}
