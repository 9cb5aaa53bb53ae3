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
/** Places of whole addresses: the narrowest is meant. */
export const addresses = rowsOf(`
  salcedo-village: Salcedo Village, Makati City | Salcedo Village, Makati, Metro Manila
  kapitolyo: Barangay Kapitolyo, Pasig City | Brgy. Kapitolyo, Pasig
  malate: Malate, Manila | Malate, Manila, Philippines
  poblacion: Brgy. Poblacion, Makati City | Poblacion, Makati, Metro Manila
  makati: Makati, Metro Manila | Makati City, Philippines | Makati, NCR
  bgc: BGC, Taguig | Bonifacio Global City, Taguig City, Metro Manila
  cubao: Cubao, Quezon City | Cubao, QC, Metro Manila
  sampaloc: Sampaloc, Manila
  bf-homes: BF Homes, Parañaque City
  eastwood: Eastwood City, Libis, Quezon City
  project-8: Project 8, Quezon City
  loyola-heights: Loyola Heights, Quezon City
  ayala-alabang: Ayala Alabang Village, Muntinlupa
  capitol-commons: Capitol Commons, Pasig
  little-baguio: Little Baguio, San Juan
  fairview: Fairview, Quezon City
  antipolo: Antipolo City, Rizal
  santa-rosa: Sta. Rosa, Laguna
`);

/** Places that fewer people ask for. */
export const furtherAreas = rowsOf(`
  arca-south: Arca South
  bicutan: Bicutan | Lower Bicutan
  valle-verde: Valle Verde
  wack-wack: Wack-Wack | Wack Wack
  filinvest-city: Filinvest City | Filinvest Alabang
  sucat: Sucat
  dasmarinas-village: Dasmariñas Village | Dasma Village
  forbes-park: Forbes Park
  circuit-makati: Circuit Makati
  pio-del-pilar: Pio del Pilar
  project-6: Project 6
  project-4: Project 4 | Proj 4
  tandang-sora: Tandang Sora
  santa-mesa: Sta. Mesa | Santa Mesa
  quiapo: Quiapo
  tondo: Tondo
  paco: Paco
  pandacan: Pandacan
  divisoria: Divisoria
  merville: Merville
  better-living: Better Living
  monumento: Monumento
  camarin: Camarin
  pateros: Pateros
  navotas: Navotas
  malabon: Malabon
  taytay: Taytay
  angono: Angono
  bacoor: Bacoor | Bacoor Cavite
  dasmarinas: Dasmarinas Cavite
  general-trias: Gen Trias | General Trias
  calamba: Calamba | Calamba Laguna
  meycauayan: Meycauayan
  kamuning: Kamuning
  lagro: Lagro
  highway-hills: Highway Hills
  vertis-north: Vertis North
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
export const amountsInWords = rowsOf(`
  8000: otso mil | walong libo
  10000: dyis mil | sampung libo | ten thousand
  12000: dose mil | twelve thousand
  15000: kinse mil | labinlimang libo | fifteen thousand
  18000: disiotso mil | eighteen thousand
  20000: bente mil | dalawampung libo | twenty thousand
  25000: bente singko mil | twenty five thousand
  30000: trenta mil | tatlumpung libo | thirty thousand
  35000: trenta y singko mil | thirty five thousand
  40000: kwarenta mil | forty thousand
  50000: singkwenta mil | limampung libo | fifty thousand
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
export const furtherLandmarks = rowsOf(`
  up-manila: UP Manila
  csb: Benilde | CSB | St. Benilde
  san-beda-university: San Beda
  national-university: NU Manila | National University
  colegio-de-san-juan-de-letran: Letran
  pamantasan-ng-lungsod-ng-maynila: PLM
  centro-escolar-university: CEU
  jose-rizal-university: JRU
  university-of-asia-and-the-pacific: UA&P | UAP
  la-salle-green-hills: La Salle Greenhills | LSGH
  xavier-school: Xavier School
  enderun-colleges: Enderun
  international-school-manila: International School Manila
  robinsons-manila: Robinsons Manila | Robinsons Place Manila
  sm-city-san-lazaro: SM San Lazaro
  sm-city-sta-mesa: SM Sta Mesa | SM Sta. Mesa
  lucky-chinatown: Lucky Chinatown
  uptown-mall: Uptown Mall
  venice-grand-canal-mall: Venice Grand Canal
  festival-mall: Festival Mall
  alabang-town-center: Alabang Town Center | ATC
  sm-southmall: SM Southmall
  sm-city-fairview: SM Fairview
  sm-city-bicutan: SM Bicutan
  sm-city-marikina: SM Marikina
  up-town-center: UP Town Center | UPTC
  robinsons-magnolia: Robinsons Magnolia
  robinsons-metro-east: Robinsons Metro East
  shangri-la-plaza: Shangri-La Plaza | Shangri-La Mall
  greenhills-shopping-center: Greenhills Shopping Center
  tiendesitas: Tiendesitas
  cardinal-santos: Cardinal Santos
  manila-doctors-hospital: Manila Doctors
  chinese-general-hospital: Chinese General Hospital | Chinese Gen
  philippine-heart-center: Heart Center | Philippine Heart Center
  uerm-memorial-medical-center: UERM
  east-avenue-medical-center: East Avenue Medical Center
  st-lukes-qc: St. Luke's QC | St Lukes Quezon City
  rizal-medical-center: Rizal Med | Rizal Medical Center
  gil-puyat-station-lrt-1: LRT Gil Puyat | LRT Buendia
  pureza-station-lrt-2: LRT Pureza | Pureza station
  santolan-station-lrt-2: LRT Santolan
  anonas-station-lrt-2: Anonas LRT | LRT Anonas
  buendia-station-mrt-3: MRT Buendia | Buendia MRT
  north-avenue-station-mrt-3: MRT North Avenue | North Ave MRT
  quezon-avenue-station-mrt-3: MRT Quezon Ave | Quezon Avenue MRT station
  gma-kamuning-station-mrt-3: GMA Kamuning MRT | MRT Kamuning
  taft-avenue-station-mrt-3: MRT Taft | Taft MRT
  edsa-station-lrt-1: LRT EDSA
  baclaran-station-lrt-1: LRT Baclaran
  doroteo-jose-station-lrt-1: LRT Doroteo Jose
  monumento-station-lrt-1: LRT Monumento | Monumento station
`);

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
  | my salary is 35k | association dues of 3k | assoc dues 2,500 | utilities around 2k | wifi 100 mbps | open for viewing 01/15/2027
  | moving in 2027 | Tower 2 | 2 years contract | for 3 years | 5 mins by car from work | visiting on 12/20 | works from 9am to 6pm
  | 1 km to my school | Globe 09175550144 | holiday until Jan 3 | contract signing at 10:30 | year 2 student | 1 child 3 years old
`);

/** Words that no filter expresses, some a letter or two from one that does: none of them becomes another. */
export const everydayWords = waysOf(`
  inclusive of dues | with fridge | has a nice view | near restos | for male | with aircon | has wifi | with own meter
  | quiet street | good ventilation | newly painted | spacious | maluwag | tahimik | malinis | may tubig at kuryente
  | hindi binabaha | flood free | safe area | mabait ang owner | with kitchen | maaliwalas | accessible location | good deal
  | with wardrobe | nice neighbors | walang curfew | no curfew | with sala | clean and safe | sana mura | affordable | cozy
`);
