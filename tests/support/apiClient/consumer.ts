import * as api from './client.ts';

interface Account {
  email: string;
  password: string;
}

/** A listing as a feed has it. */
const row = {
  title: 'House from a Feed',
  description: 'Near the school.',
  price: 9_500_000,
  type: 'house',
  address: '8 Acacia Street',
  city: 'Quezon City',
  province: 'Metro Manila',
  area_sqm: 120,
};

/**
 * A program that uses the client generated from the API's description: it lists homes, opens one, logs an agent in,
 * makes a token, adds a listing with it, and previews a feed. Compiled beside the generated file only.
 * @returns the answers, for the test to compare with the database.
 */
export async function useApi(url: string, { email, password }: Account) {
  api.defaults.baseUrl = url;
  const list = await api.propertiesList({ location: ['Makati'], limit: '5', sort: 'price_asc' });
  if (!list.data.success) throw new Error(list.data.error);
  const { properties, pagination } = list.data.data;
  const [cheapest] = properties;
  if (!cheapest) throw new Error('No homes in Makati');

  const one = await api.propertiesGet(cheapest.id);
  if (!one.data.success) throw new Error(one.data.error);
  const price: number = one.data.data.price;

  const missing = await api.propertiesGet(2_147_483_647);
  const missingCode = missing.data.success ? null : missing.data.code;

  const login = await api.authLogin({ email, password });
  if (!login.data.success) throw new Error(login.data.error);
  const asAgent = { headers: { Authorization: `Bearer ${login.data.data.token}` } };

  const made = await api.tokensCreate(
    { name: 'Generated client', scopes: ['listings:read', 'listings:write'] },
    {},
    asAgent,
  );
  if (!made.data.success) throw new Error(made.data.error);
  const { token, user_id: agentId } = made.data.data;
  const asProgram = { headers: { Authorization: `Bearer ${token}` } };

  const created = await api.propertyWriteCreate(
    {
      title: 'Loft Made by a Program',
      description: 'Near the park.',
      price: 7_500_000,
      type: 'condo',
      listing_type: 'sale',
      location: { address: '1 Ayala Avenue', city: 'Makati', province: 'Metro Manila' },
      details: { area_sqm: 42, bedrooms: 1 },
    },
    { idempotencyKey: 'generated-client-1' },
    asProgram,
  );
  if (!created.data.success) throw new Error(created.data.error);
  const listing = created.data.data;

  const file = {
    json: [
      { ...row, reference: 'A-1' },
      { ...row, title: '' },
    ],
    dry_run: true,
  };
  const dryRun = await api.propertyToolImport(file, { idempotencyKey: 'generated-client-2' }, asProgram);
  if (!dryRun.data.success) throw new Error(dryRun.data.error);
  const { actions, imported } = dryRun.data.data;

  const viewings = await api.viewingsList({}, asProgram);
  const refusal = viewings.data.success ? null : viewings.data.code;
  return {
    total: pagination.total,
    ids: properties.map(({ id }) => id),
    price,
    missingCode,
    agentId,
    listing: { id: listing.id, title: listing.title, price: listing.price },
    refusal,
    dryRun: { create: actions.create, refuse: actions.refuse, imported },
  };
}
