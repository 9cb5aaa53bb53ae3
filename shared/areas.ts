import { type Message, msg } from './messages.ts';
import { addressNameOf, placeBySlug } from './places.ts';

/** The texts of the location pages; names and places are the gazetteer's. */
export interface Area {
  slug: string;
  name: string;
  /** The query of the property list. */
  location: string;
  kind: 'city' | 'district';
  summary: Message;
  paragraphs: readonly Message[];
  /** Slugs of areas a seeker may also like. */
  nearby: readonly string[];
}

const texts: readonly Pick<Area, 'slug' | 'summary' | 'paragraphs' | 'nearby'>[] = [
  {
    slug: 'makati',
    summary: msg('The country’s first business district, with villages and nightlife within a walk.'),
    paragraphs: [
      msg(
        'Makati is where many careers in the Philippines begin, and where a surprising number of people live without needing a car. Salcedo and Legazpi Villages put condominium towers, weekend markets and offices on the same few blocks; covered walkways lead from there to Greenbelt, Glorietta and the Ayala MRT station.',
      ),
      msg(
        'Beyond the central district the city changes quickly. Poblacion keeps its old low-rise streets and its late hours, Rockwell is quiet and polished, and the gated villages south of EDSA hold some of the largest lots in the metropolis. Expect the highest prices per square meter here and in neighboring Taguig, and the widest choice of units for rent.',
      ),
    ],
    nearby: ['bgc', 'mandaluyong', 'pasay', 'taguig'],
  },
  {
    slug: 'bgc',
    summary: msg('Wide sidewalks, public art and new towers on a former army base.'),
    paragraphs: [
      msg(
        'BGC was planned from the ground up, and it shows: broad sidewalks, buried cables, a grid you can learn in an afternoon, and a park at the end of High Street. Most homes are condominium units in towers less than twenty years old, many with offices, schools and a large hospital close by.',
      ),
      msg(
        'Rents hold up well because so many companies have moved in. If you commute from elsewhere, look for addresses near the bus terminals at Market! Market! and McKinley; if you plan to buy, compare association dues as carefully as the price.',
      ),
    ],
    nearby: ['taguig', 'makati', 'pasig', 'mandaluyong'],
  },
  {
    slug: 'taguig',
    summary: msg('From the towers of BGC to lakeside streets and new townhouses.'),
    paragraphs: [
      msg(
        'Taguig stretches from Bonifacio Global City down to Laguna de Bay, and its neighborhoods have little in common but the name. The north is glass and steel; McKinley Hill adds Italianate mid-rises around its own offices; farther south, Bicutan and the lakeshore barangays offer townhouses and lots at a fraction of the price.',
      ),
      msg(
        'Arca South and the expressway links around it are changing travel times in this part of the metropolis. Buyers who can wait a few years often look here first.',
      ),
    ],
    nearby: ['bgc', 'makati', 'paranaque', 'muntinlupa'],
  },
  {
    slug: 'pasay',
    summary: msg('Bay sunsets, the airport next door and condominiums around the Mall of Asia.'),
    paragraphs: [
      msg(
        'Pasay faces Manila Bay, and the reclaimed land around the Mall of Asia has become its newest district: convention halls, an arena, casinos nearby and dozens of mid-rise condominiums with a sea view from the upper floors. Airport terminals are minutes away, which suits flight crews, frequent travelers and owners who let by the month.',
      ),
      msg(
        'Inland, along Taft Avenue and EDSA, the city is older and denser, with two train lines crossing at its busiest corner. Units here are among the most affordable within reach of Makati.',
      ),
    ],
    nearby: ['paranaque', 'makati', 'manila', 'taguig'],
  },
  {
    slug: 'manila',
    summary: msg('The old capital: Intramuros, university belts and Roxas Boulevard.'),
    paragraphs: [
      msg(
        'The City of Manila is the historic heart of the region. Intramuros and Binondo carry four centuries of trade and worship; Malate and Ermita line the bay with hotels and condominiums; Sampaloc and Taft Avenue house students from dozens of colleges and universities.',
      ),
      msg(
        'For investors the student and hospital districts mean steady demand for small units. For families, Santa Mesa and Paco offer townhouses with quick access to the Skyway. Check flood history street by street: it varies more than the map suggests.',
      ),
    ],
    nearby: ['pasay', 'quezon-city', 'san-juan', 'caloocan'],
  },
  {
    slug: 'quezon-city',
    summary: msg('The largest city of the metropolis, leafy around its universities.'),
    paragraphs: [
      msg(
        'Quezon City covers a quarter of Metro Manila. Around the Elliptical Road stand government offices and a wide park; Katipunan lives by its universities; Tomas Morato and Maginhawa by their restaurants; Eastwood and the Araneta Center by offices that never close.',
      ),
      msg(
        'It is the best city in the region for a house with a garden at a price below the south’s. Three train lines serve it already and a subway is being dug beneath it, so distance to a future station has become part of the asking price.',
      ),
    ],
    nearby: ['san-juan', 'marikina', 'ortigas', 'caloocan'],
  },
  {
    slug: 'pasig',
    summary: msg('A riverside city with a business district at one end and quiet villages at the other.'),
    paragraphs: [
      msg(
        'Pasig shares Ortigas Center with its neighbors and keeps the calmer half of it: Kapitolyo for food, Capitol Commons for a park among towers, Valle Verde for houses behind old trees. Along C-5, Bridgetowne and Eastwood’s neighbors bring offices closer to the river.',
      ),
      msg(
        'Prices sit between those of Makati and Quezon City. Many families choose it because schools, hospitals and two business districts are all within a half-hour’s drive.',
      ),
    ],
    nearby: ['ortigas', 'mandaluyong', 'marikina', 'bgc'],
  },
  {
    slug: 'ortigas',
    summary: msg('The midtown business district where three cities meet.'),
    paragraphs: [
      msg(
        'Ortigas Center lies across Pasig, Mandaluyong and Quezon City, with the MRT along one side and malls at every corner. Its towers are a mix of offices from the nineties and newer condominiums, so there is more variety in size and price than in Makati or BGC.',
      ),
      msg(
        'Renters get more floor for their money here. Offices to let range from a single room to whole floors, often fitted out by the previous tenant.',
      ),
    ],
    nearby: ['pasig', 'mandaluyong', 'san-juan', 'quezon-city'],
  },
  {
    slug: 'mandaluyong',
    summary: msg('In the middle of everything, with three MRT stations.'),
    paragraphs: [
      msg(
        'Mandaluyong is small, central and on the train: Boni, Shaw and Ortigas stations are all within its limits. Condominiums cluster along EDSA and Pioneer, a short ride from both Makati and Ortigas, while Wack-Wack keeps its golf course and its mansions.',
      ),
      msg(
        'The city suits couples who work in different districts. Units near Shaw Boulevard let quickly, and the side streets still offer townhouses with parking.',
      ),
    ],
    nearby: ['ortigas', 'makati', 'san-juan', 'pasig'],
  },
  {
    slug: 'san-juan',
    summary: msg('A compact hill city of townhouses, schools and Greenhills.'),
    paragraphs: [
      msg(
        'San Juan sits on a rise between Manila, Quezon City and Mandaluyong, which keeps most of it dry and all of it central. Greenhills draws shoppers from the whole region; Little Baguio and Addition Hills are known for townhouses on short, shaded streets.',
      ),
      msg(
        'Lots are scarce and well kept, so houses change hands quietly and seldom. Condominium projects are few and mostly mid-rise.',
      ),
    ],
    nearby: ['mandaluyong', 'quezon-city', 'ortigas', 'manila'],
  },
  {
    slug: 'paranaque',
    summary: msg('Subdivisions of the south, the airport’s edge and a new bayside strip.'),
    paragraphs: [
      msg(
        'Parañaque is where the south begins: BF Homes, one of the largest subdivisions in the country, has grown its own restaurant row, and older villages along Sucat and Doña Soledad offer wide lots by city standards. On the bay, Entertainment City has added hotels and condominium towers.',
      ),
      msg(
        'The Skyway, the coastal road and the LRT extension have cut travel times north. Look at which side of the airport a house is on before the viewing: it decides the commute.',
      ),
    ],
    nearby: ['las-pinas', 'muntinlupa', 'pasay', 'taguig'],
  },
  {
    slug: 'muntinlupa',
    summary: msg('Lake views, hills and the planned districts of the south.'),
    paragraphs: [
      msg(
        'Muntinlupa lies between the South Luzon Expressway and Laguna de Bay. Alabang is its center; Tunasan, Putatan and the hills above the lake are residential, with townhouses and lots that remain within reach of first-time buyers.',
      ),
      msg(
        'People move here for schools, greenery and the road to Tagaytay. Offices in Filinvest City let many of them work where they live.',
      ),
    ],
    nearby: ['alabang', 'las-pinas', 'paranaque', 'taguig'],
  },
  {
    slug: 'alabang',
    summary: msg('Family villages, clubs and offices among the trees of the south.'),
    paragraphs: [
      msg(
        'Alabang is the south’s capital in all but name. Ayala Alabang and its neighbors are villages of large lots and old acacias; Filinvest City and Madrigal Business Park bring offices, hospitals and condominium living to their gates.',
      ),
      msg(
        'Houses here are bought to be kept. Rentals, on the other hand, are plentiful around Northgate, where call centers work through the night.',
      ),
    ],
    nearby: ['muntinlupa', 'las-pinas', 'paranaque', 'taguig'],
  },
  {
    slug: 'las-pinas',
    summary: msg('Quiet subdivisions around the bamboo organ church.'),
    paragraphs: [
      msg(
        'Las Piñas is a city of subdivisions: BF Resort, Pilar Village, Verdant Acres and many smaller ones, joined by Alabang–Zapote Road. Its old center is known for the church with the bamboo organ and for the salt beds that once lined the coast.',
      ),
      msg(
        'It offers some of the best value for detached houses in the south. The coastal expressway to Cavite and the bay has made the northern barangays far quicker to reach.',
      ),
    ],
    nearby: ['paranaque', 'alabang', 'muntinlupa', 'pasay'],
  },
  {
    slug: 'marikina',
    summary: msg('A tidy valley city with a river park and the mountains behind.'),
    paragraphs: [
      msg(
        'Marikina is known for shoes, clean streets and a riverside park where half the city jogs. The eastern hills give it views of the Sierra Madre; the LRT-2 stations at its edge give it a direct line to Manila’s universities.',
      ),
      msg(
        'Houses with garages are the rule and prices are gentle. Barangays near the river flood in strong typhoons, so ask about elevation; Marikina Heights and Concepcion Dos stand higher.',
      ),
    ],
    nearby: ['quezon-city', 'pasig', 'ortigas', 'san-juan'],
  },
  {
    slug: 'caloocan',
    summary: msg('Old streets around the Monumento and growing suburbs to the north.'),
    paragraphs: [
      msg(
        'Caloocan comes in two parts. The south surrounds the Bonifacio Monument and the first LRT terminal: dense, busy and close to Manila. The north, beyond Quezon City, is a spread of subdivisions with townhouses for first-time buyers.',
      ),
      msg(
        'Values are among the lowest in the metropolis, and the expressway connectors at its edges have shortened the way to the port and to Bulacan.',
      ),
    ],
    nearby: ['quezon-city', 'manila', 'valenzuela', 'san-juan'],
  },
  {
    slug: 'valenzuela',
    summary: msg('The northern gate: workshops, warehouses and affordable homes.'),
    paragraphs: [
      msg(
        'Valenzuela is an industrial city with a good name for its local government. Karuhatan and Malinta are its centers; the North Luzon Expressway runs through it, which is why so many warehouses and light factories are for lease here.',
      ),
      msg(
        'For homes, look at the townhouse rows near Maysan and Marulas. Prices are low, and the way to Quezon City and the airport is shorter since the elevated connector opened.',
      ),
    ],
    nearby: ['caloocan', 'quezon-city', 'manila', 'marikina'],
  },
];

export const areas: readonly Area[] = texts.map((text) => {
  const place = placeBySlug(text.slug);
  if (!place || place.kind === 'region') throw new Error(`No area is called ${text.slug}`);
  return { ...text, name: place.name, location: addressNameOf(place), kind: place.kind };
});
