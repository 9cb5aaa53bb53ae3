import pLimit from 'p-limit';
import { type LOCK, Op, Transaction } from 'sequelize';
import { isOutboundOpen } from '#server/context.ts';
import type { PropertyModel } from '#server/db/models.ts';
import { lockCaller } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { requireAccess } from '#server/http/access.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ApiError, type Fault, InvalidInputError } from '#server/http/errors.ts';
import { faultOf } from '#server/http/request.ts';
import type { Translate, Words } from '#server/languages.ts';
import { OutsidePictureError } from '#server/media/outside.ts';
import { isPlausiblePrice, meantPrice } from '#shared/amounts.ts';
import { MAX_ID } from '#shared/contracts/common.ts';
import {
  finishedParts,
  type ImportBody,
  type ImportReport,
  type importActions,
  type OwnProperty,
  type PropertyChanges,
  propertyChanges,
  propertyDraft,
} from '#shared/contracts/propertyWrites.ts';
import { listingTypeLabel } from '#shared/labels.ts';
import type { ListingType } from '#shared/listing/vocabulary.ts';
import { type Message, msg } from '#shared/messages.ts';
import { formatFullPrice } from '#shared/money.ts';
import {
  isCoordinateText,
  isNoPin,
  isOutside as isOutsidePlace,
  isPinInCountry,
  readPinFields,
} from '#shared/pins.ts';
import { findPlace } from '#shared/places.ts';
import { type CsvColumn, csvColumns, ownReferenceOf } from '#shared/propertyCsv.ts';
import { cleanLine } from '#shared/writtenText.ts';
import { type Cell, columnAt, columns, type FileHabits, NO_XML, saysNothing } from '../csvColumns.ts';
import {
  type CellUnderstood,
  type ImportFile,
  type ImportRecord,
  type RowIssue,
  type RowNote,
  readImportFile,
} from '../importFile.ts';
import { findChanges, insertListings, type NewListing, updateListings } from '../writes.ts';
import { findBuildingNamed } from './buildings.ts';
import { describeImages, findUnstored, isOutside, lockImages, NOT_STORED, readAddress } from './pictures.ts';

/** Stores a file of listings in one transaction. @throws {ApiError} 422: mode 'all' and a bad row, or no good row. */
export async function importListings(
  context: ServerContext,
  caller: SignedInUser,
  { mode = 'all', dry_run, drafts = caller.token === null, ...given }: ImportBody,
  t: Translate,
): Promise<ImportReport> {
  const file = readImportFile(given);
  const records = file.problems.length > 0 ? [] : file.records;
  const named = new NamedListings(await findNamed(context, caller.id, records));
  const checked = await checkRows(context, { ...file, records }, named);
  const rows = planRows(checked, named);
  const report = reportOn(file, rows, drafts, t);
  if (mode === 'check' || dry_run) return report;
  const { bad, good } = report.counts;
  if (good === 0 || (mode === 'all' && bad > 0)) throw refusalOf(file, rows, report.counts, fileField(given), t);
  const stored = await storeRows(context, caller, checked, { habits: file.habits, drafts });
  // The report of the stored rows: another import may have finished meanwhile.
  const done = reportOn(file, stored, drafts, t);
  return { ...done, imported: done.actions.create + done.actions.update };
}

/** The field of the body that has the file. */
const fileField = ({ csv, xml }: Pick<ImportBody, 'csv' | 'xml'>) =>
  xml !== undefined ? 'xml' : csv !== undefined ? 'csv' : 'json';

/** Whether the row makes a listing without any picture, which visitors would pass by. */
const isBare = ({ action, data }: PlannedRow) => action === 'create' && (data?.images ?? []).length === 0;

function reportOn(
  { problems, unknown, leftOut, headings, table }: ImportFile,
  rows: readonly PlannedRow[],
  keepsDrafts: boolean,
  t: Translate,
): ImportReport {
  const actions = { create: 0, update: 0, unchanged: 0, refuse: 0 };
  for (const { action } of rows) actions[action] += 1;
  const say = ({ id, values }: Words) => t(id, values);
  return {
    problems: problems.map((problem) => t(problem)),
    columns: { unknown, leftOut, headings },
    table: table && { separator: table.separator, headings_row: table.headingsRow },
    rows: rows.map((planned) => ({
      row: planned.record.row,
      ...namesOf(planned.record.cells),
      action: planned.action,
      draft: keepsDrafts && isBare(planned),
      changes: planned.changes.map(([name]) => (name === 'building_id' ? 'building' : name)),
      issues: planned.issues.map(({ column, message }) => ({ column, message: say(message) })),
      notes: planned.notes.map(({ column, message, isQuestion = false }) => ({
        column,
        message: say(message),
        is_question: isQuestion,
      })),
      read: planned.understood.map(({ read, ...cell }) => ({
        ...cell,
        read: typeof read === 'string' ? read : say(read),
      })),
      cells:
        planned.issues.length + planned.notes.length > 0
          ? Object.fromEntries([...planned.record.cells].map(([name, cell]) => [name, String(cell)]))
          : {},
    })),
    counts: { rows: rows.length, good: rows.length - actions.refuse, bad: actions.refuse },
    actions,
    drafts: keepsDrafts ? rows.filter(isBare).length : 0,
    imported: 0,
  };
}

const NAMING = ['title', 'city', 'price', 'reference'] as const;

const namesOf = (cells: ImportRecord['cells']) =>
  Object.fromEntries(NAMING.map((name) => [name, String(cells.get(name) ?? '')])) as Record<
    (typeof NAMING)[number],
    string
  >;

function refusalOf(
  { problems }: ImportFile,
  checked: readonly CheckedRow[],
  { bad, rows }: ImportReport['counts'],
  field: string,
  t: Translate,
): ApiError {
  const message =
    problems[0] ?? msg('{bad} of {rows} rows cannot be imported. Nothing was imported.', { bad, rows });
  const issues = [
    ...problems.map((problem) => ({ path: field, message: problem })),
    ...checked.flatMap(({ record: { row }, issues: found }) =>
      found.map((issue) => ({
        path: issue.column ? `rows.${row}.${issue.column}` : `rows.${row}`,
        message: msg('Row {row}: {message}', { row, message: t(issue.message.id, issue.message.values) }),
      })),
    ),
  ];
  return new ApiError('unprocessable', message, 'import_refused', { issues });
}

/** In one transaction, planned from the caller's listings at that time. */
async function storeRows(
  context: ServerContext,
  caller: SignedInUser,
  checked: readonly CheckedRow[],
  { habits, drafts: keepsDrafts }: { habits: FileHabits; drafts: boolean },
) {
  const images = [...new Set(checked.flatMap(({ data }) => data?.images ?? []))];
  return context.db.transaction(async () => {
    // The account's lock serializes an agent's imports, so that references stay unique.
    requireAccess('agent', await lockCaller(context, caller));
    const records = checked.map(({ record }) => record);
    const named = new NamedListings(await findNamed(context, caller.id, records, Transaction.LOCK.NO_KEY_UPDATE));
    const rows = planRows(
      checked.map((row) => checkedFor(context, row, named, habits)),
      named,
    );
    await lockImages(context, { images }, {});
    const updates = rows.flatMap(({ listing, changed, action }) =>
      listing && changed && action === 'update' ? [{ listing, changes: changed }] : [],
    );
    await updateListings(context, caller, updates);
    const made = rows.flatMap((row) =>
      row.action === 'create' && row.data
        ? [{ ...(row.data as NewListing), feed_images: row.data.images ?? [], draft: keepsDrafts && isBare(row) }]
        : [],
    );
    // Lists show the newest first: stored in reverse, the listings appear in the file's order.
    if (made.length > 0) await insertListings(context, caller, made.toReversed());
    return rows;
  });
}

/** The listings that rows name by their reference; the same letters are one reference, composed or not. */
class NamedListings {
  private readonly byReference: ReadonlyMap<string, PropertyModel>;

  constructor(listings: readonly PropertyModel[]) {
    this.byReference = new Map([
      ...listings.map((listing) => [ownReferenceOf(listing.id), listing] as const),
      ...listings.flatMap((listing) =>
        listing.reference === null ? [] : [[cleanLine(listing.reference), listing] as const],
      ),
    ]);
  }

  of(record: ImportRecord): PropertyModel | undefined {
    return this.byReference.get(referenceIn(record));
  }
}

/** '' where a row has none. */
const referenceIn = ({ cells }: ImportRecord): string => cleanLine(String(cells.get('reference') ?? ''));

interface PlannedRow extends CheckedRow {
  action: (typeof importActions)[number];
  changed?: FeedChanges;
  changes: readonly [string, unknown][];
}

type FeedChanges = Omit<PropertyChanges, 'image_descriptions'> &
  Partial<Pick<NewListing, 'image_descriptions' | 'feed_images'>>;

/** The action of each row: listings of the agent with its reference are changed, other rows are new. */
function planRows(rows: readonly CheckedRow[], named: NamedListings): PlannedRow[] {
  const seen = new Map<string | PropertyModel, number>();
  return rows.map((row): PlannedRow => {
    const { data, record } = row;
    if (!data) return { ...row, action: 'refuse', changes: [] };
    const listing = named.of(record);
    const reference = referenceIn(record);
    const name = listing ?? (saysNothing(reference) ? '' : reference);
    const first = name === '' ? undefined : seen.get(name);
    if (first !== undefined) {
      const message = msg('Row {row} has the same reference', { row: first });
      const issues = [{ column: 'reference', message }];
      return { ...row, data: null, issues, action: 'refuse', changes: [] };
    }
    if (name !== '') seen.set(name, record.row);
    if (!listing) return { ...row, action: 'create', changes: [] };
    const changed = changesOf(listing, row);
    const changes = findChanges(listing, changed).filter(([field]) => field !== 'feed_images');
    // A question is about what changes.
    const notes = row.notes.filter(
      ({ column, isQuestion }) => !isQuestion || changes.some(([field]) => field === column),
    );
    if (changes.length === 0) return { ...row, notes: [], action: 'unchanged', changes };
    return { ...row, listing, notes, action: 'update', changed, changes };
  });
}

/** In the order of their ids, the common order of locks. */
async function findNamed(
  { db }: ServerContext,
  agentId: number,
  records: readonly ImportRecord[],
  lock?: LOCK,
): Promise<PropertyModel[]> {
  const references = records.map(referenceIn).filter((reference) => reference !== '');
  if (references.length === 0) return [];
  const ids = references
    .map((reference) => Number(/^silong-([1-9]\d{0,9})$/.exec(reference)?.[1] ?? 0))
    .filter((id) => id > 0 && id <= MAX_ID);
  // Earlier versions stored references as they were typed.
  const spellings = new Set(references.flatMap((reference) => [reference, reference.normalize('NFD')]));
  const named = [{ reference: [...spellings] }, ...(ids.length > 0 ? [{ id: ids }] : [])];
  return db.models.Property.findAll({
    where: { agent_id: agentId, [Op.or]: named },
    order: [['id', 'ASC']],
    ...(lock && { lock }),
  });
}

/**
 * The changes of a row to the listing it was checked for: what it does not say, or leaves empty with a default, stays.
 * Pictures stay if the file names the same addresses as before: they are stored here by now, or chosen by the agent.
 */
function changesOf(listing: PropertyModel, { record: { cells }, data, same }: CheckedRow): FeedChanges {
  const changes: Draft = {};
  if (!data) return changes;
  const { images = [] } = data;
  const isSame = (known: readonly string[] | null) => JSON.stringify(known) === JSON.stringify(images);
  for (const name of csvColumns) {
    if (name === 'reference' || same.has(name)) continue;
    const { path } = columns[name];
    const value = valueAt(data, path);
    if (name === 'images') {
      if (images.length > 0 && !isSame(listing.images) && !isSame(listing.feed_images ?? null))
        Object.assign(changes, { images, feed_images: images });
    } else if (name === 'image_descriptions') {
      // With fetched or reordered pictures the file's places do not match.
      const isPlaced = same.has('images') || isSame(listing.images) || changes.images;
      if (cells.get(name) !== '' && isPlaced && value) changes.image_descriptions = value;
    } else if (value !== undefined) setAt(changes, path, value);
  }
  return changes as FeedChanges;
}

/** The columns in which a row says of its listing what an export says of it: whatever stands there, nothing changes. */
function sameColumns({ env }: ServerContext, listing: PropertyModel, { cells }: ImportRecord): Set<CsvColumn> {
  const { image_descriptions, latitude, longitude } = listing;
  const written = {
    ...listing.get(),
    details: listing,
    location: {
      ...{ address: listing.address, city: listing.city, province: listing.province },
      coordinates: latitude === null || longitude === null ? null : { lat: latitude, lng: longitude },
    },
    image_descriptions: listing.images.map((address) => image_descriptions[address] ?? ''),
    building: null,
  } as unknown as OwnProperty;
  const isWritten = (name: CsvColumn) => {
    const cell = cells.get(name);
    const own = plainCell(String(columns[name].write(written) ?? ''));
    if (cell === undefined || own === '') return false;
    if (name === 'latitude' || name === 'longitude') return Math.abs(Number(cell) - Number(own)) < PIN_DIGITS;
    if (name === 'images') return plainCell(String(cell).replaceAll(`${env.publicUrl}/`, '/')) === own;
    // Earlier exports wrote a lone entry without a separator behind it.
    return [own, own.replace(/\|$/, '')].includes(plainCell(String(cell)));
  };
  const same = new Set(
    csvColumns.filter((name) => name !== 'building' && name !== 'reference' && isWritten(name)),
  );
  // The listing was found by it.
  same.add('reference');
  if (!same.has('images')) same.delete('image_descriptions');
  // Half a pin is read with its other half.
  if (!same.has('latitude') || !same.has('longitude')) for (const name of PIN) same.delete(name);
  return same;
}

const PIN = ['latitude', 'longitude'] as const;
/** Databases write the last digits of a fraction in their own way: a centimetre is no other place. */
const PIN_DIGITS = 1e-7;

/** As each of the formats keeps a text. */
const plainCell = (text: string): string => text.replace(NO_XML, '').replace(/\r\n?/g, '\n').trim();

interface CheckedRow {
  record: ImportRecord;
  /** Of a new listing all of it, of a known one what is said. Null: the row is refused. */
  data: Partial<NewListing> | null;
  /** The listing it was checked for. */
  listing: PropertyModel | undefined;
  /** Columns that say what the listing says. */
  same: ReadonlySet<CsvColumn>;
  issues: RowIssue[];
  notes: RowNote[];
  understood: CellUnderstood[];
}

const OVERLONG: RowIssue = {
  column: null,
  message: msg('There are more cells than headings. Put text that contains a comma in quotation marks.'),
};

/** Validates every row by the contract of a listing; of pictures on other servers only the host is resolved. */
async function checkRows(context: ServerContext, { records, habits }: ImportFile, named: NamedListings) {
  const rows = records.map((record) => checkRow(context, record, named.of(record), habits));
  const images = rows.flatMap(({ data }) => data?.images ?? []);
  const { problems, unfound } = await findHiddenSites(context, images.filter(isOutside));
  for (const address of await findUnstored(context, images)) problems.set(address, NOT_STORED);
  const checked: CheckedRow[] = [];
  for (const row of rows)
    checked.push(await withBuilding(context, withoutBadImages(askAboutSites(row, unfound), problems)));
  return checked;
}

/** The row once more, where its listing was deleted meanwhile, or another one has its reference. */
function checkedFor(
  context: ServerContext,
  row: CheckedRow,
  named: NamedListings,
  habits: FileHabits,
): CheckedRow {
  const listing = named.of(row.record);
  if (!row.data || listing?.id === row.listing?.id) return { ...row, listing };
  const again = checkRow(context, row.record, listing, habits);
  const { building_id } = row.data;
  return again.data && building_id ? { ...again, data: { ...again.data, building_id } } : again;
}

/** The building by its name, among the buildings of the listing's city. */
async function withBuilding(context: ServerContext, row: CheckedRow): Promise<CheckedRow> {
  const cell = row.record.cells.get('building') ?? '';
  const { data, listing } = row;
  if (!data || cell === '' || saysNothing(cell)) return row;
  const name = String(cell);
  // The name of its own building says nothing new, wherever the building is now.
  if (listing?.building_id) {
    const own = await context.db.models.Building.findByPk(listing.building_id);
    if (own?.name === name) return row;
  }
  const { address = '', city = '', province = '' } = { ...listing?.get(), ...data.location };
  const building = await findBuildingNamed(context, name, { address, city, province });
  if (building) return { ...row, data: { ...data, building_id: building.id } };
  const message = msg(
    'There is no building called "{name}" in {city}. Add it in a listing’s form first, or leave the cell empty.',
    { name, city },
  );
  return { ...row, data: null, issues: [{ column: 'building', message }] };
}

const MAX_SITES = 50;
const LOOK_UPS_AT_ONCE = 10;
const LOOK_UP_LIMIT_MS = 20_000;

/** @returns the problems of hosts, by address; addresses whose host is not found now. */
async function findHiddenSites(context: ServerContext, addresses: readonly string[]) {
  const signal = AbortSignal.timeout(LOOK_UP_LIMIT_MS);
  const atOnce = pLimit(LOOK_UPS_AT_ONCE);
  const hosts = [...new Map(addresses.map((address) => [new URL(address).host, address]))];
  const problems = new Map<string, Message>();
  const missing = new Set<string>();
  const lookUp = async ([host, address]: [string, string]) => {
    try {
      await context.outsidePictures.requirePublic(address, signal);
    } catch (error) {
      if (!(error instanceof OutsidePictureError)) throw error;
      // The host is looked up again when its pictures are fetched, or when outgoing requests are on.
      if (!error.isTemporary) problems.set(host, error.sentence);
      else if (isOutboundOpen(context)) missing.add(host);
    }
  };
  for (const [host] of hosts.slice(MAX_SITES))
    problems.set(host, msg('A file can use images from at most {max} sites', { max: MAX_SITES }));
  await Promise.all(hosts.slice(0, MAX_SITES).map((host) => atOnce(() => lookUp(host))));
  const ofAddresses = addresses.flatMap((address): [string, Message][] => {
    const problem = problems.get(new URL(address).host);
    return problem ? [[address, problem]] : [];
  });
  return {
    problems: new Map(ofAddresses),
    unfound: new Set(addresses.filter((address) => missing.has(new URL(address).host))),
  };
}

/** Name servers may be out of reach; a typing error is found nowhere. */
function askAboutSites(row: CheckedRow, unfound: ReadonlySet<string>): CheckedRow {
  const sites = new Set(
    (row.data?.images ?? []).flatMap((address) => (unfound.has(address) ? [new URL(address).host] : [])),
  );
  const notes = [...sites].map((site) => ({
    column: 'images',
    message: msg('No site is found at {site} now. The images are tried again later', { site }),
    isQuestion: true as const,
  }));
  return { ...row, notes: [...row.notes, ...notes] };
}

const SPREADSHEET_ERROR =
  /^(?:#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|ERROR!|GETTING_DATA)|#{2,}|Err:\d{3})$/i;
/** UTF-8 that was taken for an older encoding: 'ParaÃ±aque', 'Maidâ€™s'. */
const GARBLED = /Ã[\u0080-\u00BF‘’“”–—…]|â€[™œ\u009D“”¦]|Â[°²³½·]/;
const AROUND = 12;

/** Why a cell cannot be what was meant, whatever its column. */
function faultIn(cell: Cell): Message | null {
  if (typeof cell !== 'string') return null;
  if (SPREADSHEET_ERROR.test(cell))
    return msg('“{text}” is an error of the spreadsheet, not a value', { text: cell });
  const at = cell.indexOf('\uFFFD');
  if (at < 0) return null;
  const text = cell.slice(Math.max(at - AROUND, 0), at + AROUND);
  return msg('A letter could not be read (“{text}”). Please write it again', { text });
}

/** A row read cell by cell, before the contract is asked. */
class RowReading {
  readonly given: Draft = {};
  readonly issues: RowIssue[];
  readonly notes: RowNote[];
  readonly understood: CellUnderstood[];
  /** The offer that another cell says: '45,000/month'. */
  private offer: { column: CsvColumn; text: string; listingType: ListingType } | undefined;

  constructor(
    private readonly record: ImportRecord,
    private readonly same: ReadonlySet<CsvColumn>,
    private readonly listing: PropertyModel | undefined,
    habits: FileHabits,
  ) {
    this.issues = [...record.issues];
    this.notes = [...record.notes];
    this.understood = [...record.understood];
    for (const [name, cell] of record.cells) this.readCell(name, cell, habits);
    this.readPin();
    this.readOffer();
    this.readRooms();
  }

  private readCell(name: CsvColumn, cell: Cell, habits: FileHabits): void {
    if (this.issues.some(({ column }) => column === name)) return;
    const isSame = this.same.has(name);
    const fault = isSame ? null : faultIn(cell);
    if (fault) return void this.issues.push({ column: name, message: fault });
    const { path, read } = columns[name];
    const { value, issue, read: words, offer } = read(cell, habits);
    const text = String(cell);
    if (words !== undefined && (!isSame || name === 'price'))
      this.understood.push({ column: name, given: text, read: words });
    if (isSame) return;
    if (issue) this.issues.push({ column: name, message: issue });
    if (value !== undefined) setAt(this.given, path, value);
    if (offer) this.offer = { column: name, text, listingType: offer };
    if (GARBLED.test(text))
      this.notes.push({ column: name, message: msg('Some letters look garbled'), isQuestion: true });
  }

  private readPin(): void {
    const { cells } = this.record;
    const [lat = '', lng = ''] = PIN.map((name) => cells.get(name) ?? '').map((cell) =>
      saysNothing(cell) ? '' : String(cell).trim(),
    );
    if ((lat === '' && lng === '') || this.same.has('latitude')) return;
    if (this.issues.some(({ column }) => PIN.some((name) => name === column))) return;
    const pin = readPinFields({ lat, lng });
    const note = (message: Message) => this.notes.push({ column: 'latitude', message });
    if (!pin) {
      const wrong = PIN.filter((name) => !isCoordinateText(name === 'latitude' ? lat : lng));
      for (const column of wrong.length > 0 ? wrong : PIN)
        this.issues.push({ column, message: columns[column].sentence ?? msg('Must be a number') });
      return;
    }
    const { isSwapped, ...coordinates } = pin;
    if (isNoPin(coordinates)) note(msg('0, 0 is no position: imported without a pin'));
    else if (!isPinInCountry(coordinates)) note(msg('The pin is outside the Philippines: imported without a pin'));
    else {
      setAt(this.given, 'location.coordinates', coordinates);
      const read = `${coordinates.lat}, ${coordinates.lng}`;
      if (isSwapped) note(msg('Latitude and longitude were the other way round'));
      const isPlain = Number(lat) === coordinates.lat && Number(lng) === coordinates.lng;
      if (!isPlain)
        this.understood.push({ column: 'latitude', given: [lat, lng].filter(Boolean).join(' | '), read });
      const city = String(cells.get('city') ?? this.listing?.city ?? '');
      const place = findPlace(city);
      if (place && place.kind !== 'region' && isOutsidePlace(coordinates, place))
        note(msg('The pin is outside {name}. Please check its position.', { name: place.name }));
    }
  }

  /** 'House for Rent' and '45,000/month' say the offer, where no cell of its own does. */
  private readOffer(): void {
    if (!this.offer) return;
    const { column, text, listingType } = this.offer;
    const said =
      this.given.listing_type ?? (this.same.has('listing_type') ? this.listing?.listing_type : undefined);
    const isMonthly = column === 'price';
    if (said === undefined && (this.listing?.listing_type ?? 'sale') === 'sale') {
      this.given.listing_type = listingType;
      this.understood.push({ column: 'listing_type', given: text, read: listingTypeLabel[listingType] });
    } else if (isMonthly && said === 'sale')
      this.notes.push({
        column: 'price',
        message: msg('The price is for a month, but the listing is for sale'),
        isQuestion: true,
      });
  }

  /** 'N/A' bedrooms of a lot are none. */
  private readRooms(): void {
    const type = this.given.type ?? this.listing?.type;
    if (type !== 'land' && type !== 'office' && type !== 'commercial') return;
    for (const name of ['bedrooms', 'bathrooms'] as const) {
      const cell = this.record.cells.get(name);
      if (cell === undefined || !saysNothing(cell)) continue;
      setAt(this.given, columns[name].path, 0);
      this.understood.push({ column: name, given: String(cell), read: '0' });
    }
  }

  /** A price that the market does not have is asked about. */
  askAboutPrice(data: Partial<NewListing>): void {
    const { price } = data;
    const listingType = data.listing_type ?? this.listing?.listing_type ?? 'sale';
    const type = data.type ?? this.listing?.type ?? 'apartment';
    if (price === undefined || isPlausiblePrice(price, listingType, type)) return;
    const meant = meantPrice(price, listingType, type);
    const values = { price: formatFullPrice(price) };
    this.notes.push({
      column: 'price',
      message: meant
        ? msg('{price} is an unusual price. Was {meant} meant?', { ...values, meant: formatFullPrice(meant) })
        : msg('{price} is an unusual price. Is it meant?', values),
      isQuestion: true,
    });
  }
}

function checkRow(
  context: ServerContext,
  record: ImportRecord,
  listing: PropertyModel | undefined,
  habits: FileHabits,
): CheckedRow {
  const nothing = { record, listing, data: null, notes: [], understood: [] };
  // The cells stand under wrong headings: further issues would mislead.
  if (record.beyond === 'filled') return { ...nothing, same: new Set(), issues: [OVERLONG] };
  const same = listing ? sameColumns(context, listing, record) : new Set<CsvColumn>();
  const reading = new RowReading(record, same, listing, habits);
  const { given, notes, understood } = reading;
  const { data, error } = listing ? propertyChanges.safeParse(given) : propertyDraft.safeParse(given);
  // A draft may leave them open.
  const unfinished = listing && !listing.is_draft ? finishedParts.safeParse(given).error : undefined;
  const named = new Set(reading.issues.map(({ column }) => column));
  const issues = [
    ...reading.issues,
    ...[...(error?.issues ?? []), ...(unfinished?.issues ?? [])]
      .map((issue) => describeIssue(faultOf(issue, 'csv')))
      .filter(({ column }) => column === null || !named.has(column)),
  ].toSorted((one, other) => placeOf(one) - placeOf(other));
  const images = ((given.images ?? []) as string[]).map((image, at) => readImage(context, image, at));
  issues.push(...images.flatMap(({ issue }) => (issue ? [issue] : [])));
  if (issues.length > 0 && record.beyond === 'empty') issues.unshift(OVERLONG);
  const refused = { ...nothing, same, notes, understood };
  if (!data || issues.length > 0) return { ...refused, issues: withoutRepeats(issues) };
  const addresses = images.flatMap(({ address }) => (address ? [address] : []));
  const described = same.has('images') ? (listing?.images ?? []) : addresses;
  const isDescribed = data.image_descriptions !== undefined && (!listing || described.length > 0);
  try {
    const image_descriptions = isDescribed ? describeImages(described, data.image_descriptions ?? []) : undefined;
    const { image_descriptions: _given, ...rest } = data;
    const whole = {
      ...rest,
      ...(rest.images && { images: [...new Set(addresses)] }),
      ...(image_descriptions && { image_descriptions }),
    } as Partial<NewListing>;
    reading.askAboutPrice(whole);
    return { record, listing, same, data: whole, issues: [], notes, understood };
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return { ...refused, issues: [{ column: 'image_descriptions', message: error.sentence }] };
  }
}

const placeOf = ({ column }: RowIssue): number => csvColumns.indexOf(column as CsvColumn);

interface Draft {
  [name: string]: unknown;
}

function setAt(draft: Draft, path: string, value: unknown): void {
  const parents = path.split('.');
  const field = parents.pop() ?? path;
  let part = draft;
  for (const parent of parents) {
    part[parent] ??= {};
    part = part[parent] as Draft;
  }
  part[field] = value;
}

const valueAt = (draft: Partial<NewListing>, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => (part as Draft | null)?.[name], draft);

function describeIssue({ path, message }: Fault): RowIssue {
  const column = columnAt(path);
  return { column: column ?? null, message: (column && columns[column].sentence) ?? message };
}

function readImage(context: ServerContext, image: string, at: number) {
  try {
    return { address: readAddress(context, image, { field: 'images', at }) };
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return { issue: imageIssue(at, error.sentence) };
  }
}

function imageIssue(at: number, reason: Message): RowIssue {
  return { column: 'images', message: msg('Image {number}: {reason}', { number: at + 1, reason }) };
}

function withoutBadImages(row: CheckedRow, problems: ReadonlyMap<string, Message>): CheckedRow {
  const issues = (row.data?.images ?? []).flatMap((address, at) => {
    const problem = problems.get(address);
    return problem ? [imageIssue(at, problem)] : [];
  });
  return issues.length > 0 ? { ...row, data: null, issues } : row;
}

const withoutRepeats = (issues: readonly RowIssue[]): RowIssue[] => [
  ...new Map(issues.map((issue) => [JSON.stringify([issue.column, issue.message]), issue])).values(),
];
