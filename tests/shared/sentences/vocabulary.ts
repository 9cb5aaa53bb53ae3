/**
 * The words that made sentences are put together from. A row is a meaning and the ways in which people say it, the usual
 * ones repeated.
 */
export type Spoken = [meaning: string, ...says: string[]];

const waysOf = (text: string): string[] => text.trim().split(/\s*\|\s*/);

const rowsOf = (table: string): Spoken[] =>
  table
    .trim()
    .split('\n')
    .map((row) => {
      const [meaning = '', says = ''] = row.trim().split(': ');
      return [meaning, ...waysOf(says)];
    });

export const areas = rowsOf(`
  makati: Makati | Makati City | Makati CBD
  bgc: BGC | BGC | Bonifacio Global City | The Fort
  taguig: Taguig | Taguig City
  pasig: Pasig | Pasig City
  mandaluyong: Mandaluyong | Mandaluyong City | Manda
  quezon-city: QC | Quezon City | Q.C.
  manila: Manila | City of Manila
  pasay: Pasay | Pasay City
  paranaque: Parañaque | Paranaque | Paranaque City
  las-pinas: Las Piñas | Las Pinas
  marikina: Marikina | Marikina City
  san-juan: San Juan | San Juan City
  muntinlupa: Muntinlupa | Muntinlupa City
  alabang: Alabang
  caloocan: Caloocan | Caloocan City
  valenzuela: Valenzuela
  ortigas: Ortigas | Ortigas Center | Ortigas CBD
  eastwood: Eastwood | Eastwood City
  cubao: Cubao
  salcedo-village: Salcedo Village | Salcedo
  legazpi-village: Legazpi Village | Legaspi Village
  rockwell: Rockwell | Rockwell Makati
  greenhills: Greenhills
  kapitolyo: Kapitolyo | Kapitolyo Pasig
  tomas-morato: Tomas Morato
  malate: Malate | Malate Manila
  poblacion: Poblacion Makati | Poblacion, Makati
  binondo: Binondo
  mckinley-hill: McKinley Hill | Mckinley Hill Taguig
  bf-homes: BF Homes | BF Homes Paranaque
  fairview: Fairview | Fairview QC
  novaliches: Novaliches
  new-manila: New Manila
  newport-city: Newport City
  antipolo: Antipolo
  cainta: Cainta | Cainta Rizal
  imus: Imus | Imus Cavite
  tagaytay: Tagaytay
`);
/** Schools, malls, hospitals and stations, by their short or full names in the table of known places. */
export const landmarks = rowsOf(`
  ust: UST | University of Santo Tomas
  ateneo: Ateneo | ADMU | Ateneo de Manila
  dlsu: DLSU | La Salle Taft | De La Salle University
  feu: FEU | Far Eastern University
  pup: PUP | Polytechnic University of the Philippines
  mapua: Mapua | Mapúa
  adamson: Adamson | Adamson University
  miriam-college: Miriam College
  megamall: Megamall | SM Megamall
  sm-north: SM North | SM North EDSA
  sm-aura: SM Aura
  market-market: Market Market | Market! Market!
  power-plant-mall: Power Plant Mall
  robinsons-galleria: Robinsons Galleria
  gateway-mall: Gateway Mall
  st-lukes-bgc: St. Luke's BGC | St Lukes BGC | St. Luke's Global City
  makati-med: Makati Med | Makati Medical Center
  pgh: PGH | Philippine General Hospital
  medical-city: The Medical City
  asian-hospital: Asian Hospital
  ayala-station-mrt-3: MRT Ayala | Ayala MRT | Ayala MRT station | MRT Ayala station
  shaw-boulevard-station-mrt-3: MRT Shaw | Shaw MRT | MRT Shaw Boulevard | Shaw Boulevard MRT station
  boni-station-mrt-3: Boni MRT | MRT Boni | MRT Boni station
  guadalupe-station-mrt-3: Guadalupe MRT | MRT Guadalupe
  magallanes-station-mrt-3: MRT Magallanes | Magallanes MRT
  ortigas-station-mrt-3: MRT Ortigas | Ortigas MRT station
  araneta-center-cubao-station-mrt-3: Cubao MRT | MRT Cubao
  katipunan-station-lrt-2: LRT Katipunan | Katipunan LRT | LRT-2 Katipunan
  vito-cruz-station-lrt-1: LRT Vito Cruz | Vito Cruz LRT | Vito Cruz station
  legarda-station-lrt-2: LRT Legarda | Legarda station
  naia: NAIA | the airport | airport
  mrt: MRT | MRT-3 | the MRT
  lrt-1: LRT-1 | LRT 1
  lrt-2: LRT-2 | LRT 2
`);
export const homes = rowsOf(`
  condo: condo | condo | condo | condo unit | condominium | condominium unit
  apartment: apartment | apartment | apartment unit
  house: house | house | house and lot | house & lot
  duplex: duplex
`);
export const homesFilipino = rowsOf(`
  condo: condo | condo unit
  apartment: apartment
  house: bahay | bahay | house and lot | bahay at lupa
`);
export const workplaces = rowsOf(`
  office: office space | office | office unit
  commercial: commercial space | commercial property
`);
export const lands = rowsOf(`
  land: lot | vacant lot | residential lot | lote | lupa | lot only
`);
export const forRent = waysOf(`
  for rent | for rent | to rent | for rental
`);
export const forRentFilipino = waysOf(`
  for rent | paupahan | pinauupahan | na paupahan | na pwedeng rentahan
`);
export const forSale = waysOf(`
  for sale | for sale | to buy
`);
export const forSaleFilipino = waysOf(`
  for sale | ibinebenta | binebenta | na bibilhin
`);
export const furnishings = rowsOf(`
  furnished=true: furnished | fully furnished | fully-furnished
  furnished=false: unfurnished | bare | bare unit
`);
export const completions = rowsOf(`
  completion=ready: RFO | ready for occupancy | rfo | ready to move in | lipat agad
  completion=preselling: preselling | pre-selling | pre selling
`);
export const parkings = rowsOf(`
  parking=1: with parking | w/ parking | with parking slot | 1 parking | with 1 parking slot | parking included
  parking=2: 2 parking slots | with 2 parking | w/ 2 parking slots
`);
export const parkingsFilipino = rowsOf(`
  parking=1: may parking | may parking slot | may garahe | yung may parking
`);
export const pets = rowsOf(`
  pets=true: pet friendly | pet-friendly | pets allowed | allows pets
`);
export const petsFilipino = rowsOf(`
  pets=true: pet friendly | pwede ang pets | pwede pets | pwede ang aso
`);
export const features = rowsOf(`
  features=swimming-pool||words=pool,swimming: swimming pool | pool
  features=fitness-gym||words=gym: gym
  features=balcony||words=balcony: balcony
  features=garden||words=garden: garden
  features=maid-s-room||words=maid,maids,room,s: maid's room | maids room
  features=walk-in-closet||words=closet,in,walk: walk-in closet
  features=city-view||words=city,view: city view
`);
/** Greetings, the beginnings of sentences that a type or its rooms follow, and farewells. */
export const small = {
  hi: waysOf(`
  hi | hello | good morning | good day | hi everyone | hello admin | hi sir/maam | hey guys | please help
  | urgent | hi I'm new here | good pm
`),
  hiFilipino: waysOf(`
  hi po | hello po | good eve po | magandang araw po | mga ka-group | pa-help naman po | ask ko lang po
  | mga sis | kumusta po
`),
  lead: waysOf(`
  anyone here knows a | help me find a | looking for a | need a | in search of a | hoping to find a
  | I need a | searching for a | want a | any
`),
  leadFilipino: waysOf(`
  baka may alam kayong | meron po ba kayong | naghahanap po ako ng | may alam po ba kayong | hanap ko po
  | kailangan ko ng | gusto ko ng | hanap po kami ng
`),
  bye: waysOf(`
  thanks | thank you | thanks in advance | asap | pls pm me | dm me | any leads? | please message me | ty
  | kindly send photos | thank you so much | direct owner preferred | no agents please | long term | hm?
  | send details | for viewing this weekend
`),
  byeFilipino: waysOf(`
  salamat po | thank you po | pm lang po | sana po meron | baka meron po kayo | pa-pm po | maraming salamat
  | asap po sana | yung available na po | salamat sa sasagot | direct owner po sana | hm po
`),
};
/** For whom, or how a deal is paid: no filter of homes, and no price of one. */
export const forWhom = waysOf(`
  for 2 pax | for 4 persons | good for 3 | for a family of 4 | for a family of three | for my parents
  | for students | for a couple | for an expat tenant | for my daughter | for our staff | for a solo female
  | for 2 working professionals | for me and my wife | with 2 kids
`);
export const forWhomFilipino = waysOf(`
  para sa 2 tao | para sa pamilya | para sa apat na tao | para sa estudyante | pang-pamilya | pang 3 katao
  | para sa akin at asawa ko | para sa nanay ko | good for 2 po
`);
export const saleTerms = waysOf(`
  350k cashout | 500k cash out | 14k monthly amortization | 20% downpayment | 10% dp | 25k reservation fee
  | bank financing | thru Pag-IBIG | in-house financing | spot cash | 100k dp | 18k/month amortization
  | assume balance | 36 months to pay | zero downpayment | 5 years to pay | 300k down payment
`);
export const rentTerms = waysOf(`
  1 month advance 2 months deposit | 2 months deposit | 1 month advance | 6 months contract
  | 1 year contract | minimum 1 year lease | short term | long term | 12 PDCs | 6 months lease | no advance
  | 2+1 | 1 year lease | renewable yearly | flexible terms
`);
/** Numbers that are the price of nothing. */
export const otherNumbers = waysOf(`
  text 0917 555 0142 | call 09185550176 | move in by January 15 | moving in on Feb 1
  | move-in date: March 2027 | 10 mins to the office | 15 minutes from work | 30 mins away from work
  | 24/7 security | viewing at 3pm | I am 27 years old | with 24 hour security | viber +63 917 555 0118
  | available by Dec 20
`);

/** Words that no filter expresses, some a letter or two from one that does: none of them becomes another. */
export const everydayWords = waysOf(`
  inclusive of dues | with fridge | has a nice view | near restos | for male | with aircon | has wifi | with own meter
  | quiet street | good ventilation | newly painted | spacious | maluwag | tahimik | malinis | may tubig at kuryente
  | hindi binabaha | flood free | safe area | mabait ang owner | with kitchen | maaliwalas | accessible location | good deal
  | with wardrobe | nice neighbors | walang curfew | no curfew | with sala | clean and safe | sana mura | affordable | cozy
`);
