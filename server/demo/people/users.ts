export interface DemoPerson {
  mailbox: string;
  name: string;
  presentation: 'feminine' | 'masculine';
}

const feminine = [
  'Maria Santos',
  'Angelica Rivera',
  'Jasmine Uy',
  'Patricia Navarro',
  'Camille Tolentino',
  'Rowena Castillo',
  'Mikaela Ramos',
  'Theresa Lacson',
  'Hannah Buenaventura',
  'Liza Manansala',
  'Charisse Abad',
  'Diane Velasco',
  'Nicole Fajardo',
  'Aileen Mendoza',
  'Kristine Bolanos',
  'Regina Padilla',
  'Mae Cordero',
  'Pauline Go',
  'Jocelyn Magsino',
  'Clarissa Yap',
];

const masculine = [
  'Joshua Mercado',
  'Enrico Dela Cruz',
  'Benjie Soriano',
  'Gabriel Chua',
  'Anton Robles',
  'Marvin Pascual',
  'Rafael Ignacio',
  'Kenneth Ong',
  'Dennis Aquino',
  'Leo Catindig',
  'Francis Samson',
  'Adrian Tiu',
  'Emmanuel Ferrer',
  'Nathan Reyes',
  'Oscar Legaspi',
  'Jomar Estrella',
  'Philip Zamora',
  'Christian Alonzo',
  'Ernesto Valdez',
  'Wilson Tan',
];

function toPerson(name: string, presentation: DemoPerson['presentation']): DemoPerson {
  return { name, presentation, mailbox: name.toLowerCase().replace(/[^a-z]+/g, '.') };
}

/** The demo account of a visitor. */
export const demoUser: DemoPerson = { mailbox: 'user', name: 'Bea Marquez', presentation: 'feminine' };

export const demoAdmin: DemoPerson = { mailbox: 'admin', name: 'Luis Arguelles', presentation: 'masculine' };

/** Women and men in turn, as they might have signed up. */
export const demoPeople: readonly DemoPerson[] = feminine.flatMap((name, index) => [
  toPerson(name, 'feminine'),
  ...masculine.slice(index, index + 1).map((other) => toPerson(other, 'masculine')),
]);

/** People who wrote through a contact form without an account. */
export const demoVisitors: readonly string[] = [
  'Ma. Lourdes Peralta',
  'Rodel Simbulan',
  'Karen Tayag',
  'Allan Baluyot',
  'Vanessa Crisostomo',
  'Edgar Lim',
  'Shiela Mae Torres',
  'Gilbert Arevalo',
  'Rochelle Domingo',
  'Jun Villafuerte',
  'Tricia Ang',
  'Raymond Abella',
  'Cecilia Madrid',
  'Arnel Bacani',
  'Joanna Sevilla',
  'Romy Cabral',
  'Fatima Usman',
  'Peter Guingona',
  'Leah Quintos',
  'Nestor Pineda',
  'Grace Lee',
  'Bong Macapagal',
  'Yumi Takeda',
  'Daniel Hofer',
];
