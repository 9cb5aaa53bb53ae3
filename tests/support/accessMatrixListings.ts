import { type AccessCase, type AccessTable, access, agentsOnly, everyone, signedIn } from './accessMatrix.ts';
import type { Scene } from './accessMatrixScene.ts';

const HIDDEN = 'a hidden listing';
const DRAFT = 'a draft';
const draft = {
  title: 'Loft in Poblacion',
  description: 'Bright, with a balcony.',
  price: 8_500_000,
  location: { address: '12 Kalayaan Avenue', city: 'Makati', province: 'Metro Manila' },
  details: { area_sqm: 54 },
};
const csv =
  'title,description,price,address,city,province,area_sqm\r\nLoft,Bright.,4500000,1 Ayala Avenue,Makati,Metro Manila,60';

type Ids = (id: number) => ReturnType<AccessCase['send']>;
const ofListing = (sent: Ids) => async (scene: Scene) => sent(await scene.listing());
const ofHidden = (sent: Ids) => async (scene: Scene) => sent(await scene.hiddenListing());
const ofDraft = (sent: Ids) => async (scene: Scene) => sent(await scene.draftListing());
const ofBuilding = (sent: Ids) => async (scene: Scene) => sent(await scene.building());
const byId: Ids = (id) => ({ params: { id } });
const retitled: Ids = (id) => ({ params: { id }, body: { title: 'Another title' } });
const report: Ids = (id) => ({ params: { id }, body: { reason: 'scam' } });
const favorite: Ids = (propertyId) => ({ params: { propertyId } });

const editors = { ...signedIn(403), agent: 200, admin: 200, moderator: 200 };
/** To all but its agent a draft does not exist. */
const onlyItsAgent = { ...everyone(404), agent: 200 };
const onlyItsSignedInAgent = { ...signedIn(404), agent: 200 };
/** To all others a hidden listing does not exist. */
const insiders = { agent: 200, admin: 200, moderator: 200, auditor: 200 };

/** Listings, and the site's own calls. */
export const listingAccess: AccessTable = {
  'GET /api/layers/flood': [access(everyone(200))],
  'GET /api/layers/flood/shapes': [access(everyone(200))],
  'GET /api/layers/flood/at': [access(everyone(200), () => ({ query: { lat: '14.55', lng: '121.03' } }))],
  'GET /api/site': [access(everyone(200))],
  'GET /api/health': [access(everyone(200))],
  'GET /api/ready': [access(everyone(200))],

  'GET /api/properties': [access(everyone(200))],
  'GET /api/properties/map': [access(everyone(200))],
  'GET /api/properties/map/clusters': [
    access(everyone(200), () => ({ query: { zoom: '12', view: '120.9,14.4,121.1,14.7' } })),
  ],
  'GET /api/properties/facets': [access(everyone(200))],
  'GET /api/properties/by-ids': [
    access(
      everyone(200),
      ofListing((id) => ({ query: { ids: id } })),
    ),
  ],
  'GET /api/properties/{id}': [
    access(everyone(200), ofListing(byId)),
    access({ ...everyone(404), ...insiders }, ofHidden(byId), HIDDEN),
    access(onlyItsAgent, ofDraft(byId), DRAFT),
  ],
  'POST /api/properties/{id}/views': [
    access(everyone(200), ofListing(byId)),
    access({ ...everyone(404), ...insiders }, ofHidden(byId), HIDDEN),
    access(onlyItsAgent, ofDraft(byId), DRAFT),
  ],
  // A hidden listing cannot be reported, not even by its agent.
  'POST /api/properties/{id}/reports': [
    access({ ...signedIn(201), agent: 409 }, ofListing(report)),
    access(signedIn(404), ofHidden(report), HIDDEN),
    access(signedIn(404), ofDraft(report), DRAFT),
  ],
  'GET /api/properties/{id}/reports/mine': [
    access(signedIn(200), ofListing(byId)),
    access({ ...signedIn(404), ...insiders }, ofHidden(byId), HIDDEN),
    access(onlyItsSignedInAgent, ofDraft(byId), DRAFT),
  ],
  'POST /api/properties': [access(agentsOnly(201), () => ({ body: draft }))],
  'PUT /api/properties/{id}': [
    access(editors, ofListing(retitled)),
    access({ ...signedIn(404), ...insiders, auditor: 403 }, ofHidden(retitled), HIDDEN),
    access(onlyItsSignedInAgent, ofDraft(retitled), DRAFT),
  ],
  'GET /api/properties/{id}/history': [
    access(everyone(200), ofListing(byId)),
    access({ ...everyone(404), ...insiders }, ofHidden(byId), HIDDEN),
    access(onlyItsAgent, ofDraft(byId), DRAFT),
  ],
  // A gone listing is public, and of a hidden one no more than its city.
  'GET /api/properties/{id}/similar': [
    access(everyone(200), ofListing(byId)),
    access(everyone(200), ofHidden(byId), HIDDEN),
    access(everyone(404), ofDraft(byId), DRAFT),
  ],
  'GET /api/market': [access(everyone(200), () => ({ query: { area: 'makati' } }))],
  'GET /api/properties/{id}/market': [
    access(everyone(200), ofListing(byId)),
    access({ ...everyone(404), ...insiders }, ofHidden(byId), HIDDEN),
    access(onlyItsAgent, ofDraft(byId), DRAFT),
  ],
  'GET /api/properties/{id}/offers': [
    access(everyone(200), ofListing(byId)),
    access({ ...everyone(404), ...insiders }, ofHidden(byId), HIDDEN),
    access(onlyItsAgent, ofDraft(byId), DRAFT),
  ],
  // Only the agent can say so.
  'POST /api/properties/{id}/offers/dispute': [
    access({ ...signedIn(403), agent: 200 }, ofListing(byId)),
    access({ ...signedIn(403), agent: 200, otherAgent: 404 }, ofHidden(byId), HIDDEN),
    access({ ...signedIn(403), agent: 200, otherAgent: 404 }, ofDraft(byId), DRAFT),
  ],
  'POST /api/properties/{id}/confirm': [
    access({ ...signedIn(403), agent: 200 }, ofListing(byId)),
    access({ ...signedIn(404), agent: 200, admin: 403, moderator: 403, auditor: 403 }, ofHidden(byId), HIDDEN),
    access({ ...signedIn(404), agent: 409 }, ofDraft(byId), DRAFT),
  ],
  // Only its agent publishes a draft; what is published already is none.
  'POST /api/properties/{id}/publish': [
    access(onlyItsSignedInAgent, ofDraft(byId), DRAFT),
    access({ ...signedIn(403), agent: 409 }, ofListing(byId)),
  ],
  'DELETE /api/properties/{id}': [
    access(editors, ofListing(byId)),
    access({ ...signedIn(404), ...insiders, auditor: 403 }, ofHidden(byId), HIDDEN),
    access(onlyItsSignedInAgent, ofDraft(byId), DRAFT),
  ],
  'GET /api/properties/my/list': [access(agentsOnly(200))],
  'GET /api/properties/my/rows': [access(agentsOnly(200))],
  'PUT /api/properties/my/status': [
    access(
      { ...signedIn(403), agent: 200 },
      ofListing((id) => ({ body: { ids: [id], status: 'sold' } })),
    ),
  ],
  'PUT /api/properties/my/confirmed': [
    access(
      { ...signedIn(403), agent: 200 },
      ofListing((id) => ({ body: { ids: [id] } })),
    ),
  ],
  'PUT /api/properties/my/published': [
    access(
      { ...signedIn(403), agent: 200, otherAgent: 404 },
      ofDraft((id) => ({ body: { ids: [id] } })),
    ),
  ],
  'GET /api/properties/my/export': [access(agentsOnly(200))],
  'GET /api/feeds/listings.json': [access(agentsOnly(200))],
  'GET /api/feeds/listings.xml': [access(agentsOnly(200))],
  'GET /api/feeds/listings.csv': [access(agentsOnly(200))],
  'POST /api/properties/my/import': [access(agentsOnly(200), () => ({ body: { csv, mode: 'all' } }))],
  'GET /api/agents/analytics': [access(agentsOnly(200))],
  'GET /api/agents/analytics/export': [access(agentsOnly(200))],

  'GET /api/buildings': [access(everyone(200))],
  'GET /api/buildings/{id}': [access(everyone(200), ofBuilding(byId))],
  'POST /api/buildings': [
    access({ ...signedIn(403), agent: 201, otherAgent: 201, admin: 201, moderator: 201 }, ({ freeEmail }) => ({
      body: { name: `Tower ${freeEmail()}`, city: 'Makati' },
    })),
  ],
  'PUT /api/buildings/{id}': [
    access(
      editors,
      ofBuilding((id) => ({ params: { id }, body: { floors: 30 } })),
    ),
  ],

  'GET /api/favorites': [access(signedIn(200))],
  'GET /api/favorites/properties': [access(signedIn(200))],
  'POST /api/favorites/{propertyId}': [
    access(signedIn(200), ofListing(favorite)),
    access(signedIn(404), ofDraft(favorite), DRAFT),
    access(signedIn(404), ofHidden(favorite), HIDDEN),
  ],
  'PUT /api/favorites/{propertyId}': [
    access({ ...signedIn(404), user: 200 }, async ({ favorite }) => ({
      params: { propertyId: await favorite() },
      body: { note: 'Quiet street', tags: ['garden'], rating: 4 },
    })),
  ],
  'DELETE /api/favorites/{propertyId}': [access(signedIn(200), ofListing(favorite))],
};
