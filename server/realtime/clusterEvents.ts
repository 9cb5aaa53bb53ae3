import type { DomainEvents, EventBus } from './bus.ts';

/** What the other processes have to know. Other events concern sockets, which the adapter reaches everywhere. */
type SharedName = 'systemSettingsChanged' | 'listingChanged';
type SharedEvent = { [Name in SharedName]: { name: Name; event: DomainEvents[Name] } }[SharedName];

/** Events between the servers of a cluster, as Socket.IO's `serverSideEmit` sends them. */
export interface ClusterEvents {
  domainEvents: (events: SharedEvent[]) => void;
}

interface Cluster {
  on(name: 'domainEvents', listener: ClusterEvents['domainEvents']): unknown;
  serverSideEmit(name: 'domainEvents', events: SharedEvent[]): unknown;
}

/** Some 70 bytes each: a batch fits into one NOTIFY, and so keeps its place among what is sent. */
const MAX_BATCH = 50;

/**
 * Publishes what happens here to the other processes, and delivers what happens there to this one's subscribers.
 * Events of one moment go out together: an import of five hundred listings is ten notifications.
 * @returns sends at once what waits to be sent.
 */
export function shareEvents(cluster: Cluster, bus: EventBus): () => void {
  let pending: SharedEvent[] = [];

  function flush(): void {
    const events = pending;
    pending = [];
    for (let start = 0; start < events.length; start += MAX_BATCH)
      cluster.serverSideEmit('domainEvents', events.slice(start, start + MAX_BATCH));
  }

  function add(event: SharedEvent): void {
    pending.push(event);
    if (pending.length === 1) setImmediate(flush);
  }

  bus.onPublished('systemSettingsChanged', (event) => add({ name: 'systemSettingsChanged', event }));
  bus.onPublished('listingChanged', (event) => add({ name: 'listingChanged', event }));
  cluster.on('domainEvents', (events) => {
    for (const { name, event } of events) bus.deliver(name, event);
  });
  return flush;
}
