import { buildProperty } from './factories/properties.ts';
import { enter } from './people.ts';
import type { TestServer } from './testServer.ts';

let built = 0;

/** An agent with a listing that an account has saved; both have a word of their own to be searched by. */
export async function buildListedAgent(server: TestServer) {
  built += 1;
  const [word, surname] = [`Number${built}`, `Dantes${built}`];
  const agent = await enter(server, { role: 'agent', name: `Andres ${surname}` });
  const maria = await enter(server);
  const listing = await buildProperty(server.context, { agent_id: agent.id, title: `Loft ${word}` });
  // Stored past the services: caches of the map and the sitemap do not have it yet.
  server.context.bus.publish('listingChanged', { propertyId: listing.id });
  await maria.post(`/api/favorites/${listing.id}`);
  return { agent, maria, listing, word, surname };
}
type ListedAgent = Awaited<ReturnType<typeof buildListedAgent>>;

/** On which public ways the agent and the listing can be found. */
export async function findPublicly(server: TestServer, { agent, maria, listing, word, surname }: ListedAgent) {
  const get = (path: string) => server.request('GET', path);
  const answer = async (path: string) => (await get(path)).status;
  const holds = async (path: string, text: string, by: (path: string) => ReturnType<typeof get> = get) =>
    JSON.stringify((await by(path)).body).includes(text);
  return {
    list: await holds(`/api/properties?search=${word}`, listing.title),
    map: await holds('/api/properties/map?bbox=120,14,122,15', listing.title),
    clusters: await holds(`/api/properties/map/clusters?zoom=4&search=${word}`, listing.title),
    detail: await answer(`/api/properties/${listing.id}`),
    profile: await answer(`/api/agents/${agent.id}`),
    ofAgent: await answer(`/api/agents/${agent.id}/properties`),
    directory: await holds('/api/agents', surname),
    favorites: await holds('/api/favorites/properties', listing.title, maria.get),
    quickListing: await holds(`/api/search?q=${word}`, listing.title, maria.get),
    quickPerson: await holds(`/api/search?q=${surname}`, surname, maria.get),
    sitemap: await holds('/sitemaps/pages.xml', `/agents/${agent.id}<`),
    sitemapListings: await holds('/sitemaps/properties-1.xml', `/properties/${listing.id}<`),
  };
}

export const THERE = {
  list: true,
  map: true,
  clusters: true,
  detail: 200,
  profile: 200,
  ofAgent: 200,
  directory: true,
  favorites: true,
  quickListing: true,
  quickPerson: true,
  sitemap: true,
  sitemapListings: true,
};
export const HIDDEN = {
  list: false,
  map: false,
  clusters: false,
  detail: 404,
  profile: 404,
  ofAgent: 404,
  directory: false,
  favorites: false,
  quickListing: false,
  quickPerson: false,
  sitemap: false,
  sitemapListings: false,
};
