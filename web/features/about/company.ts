import { msg } from '#shared/messages.ts';

/** The company's own account of itself; its figures are fixed. */
export const mission = msg(
  'To make finding a home in Metro Manila clear and fair: honest listings, full prices and a person to talk to.',
);

export const vision = msg(
  'A city where anyone, at any budget, can find a roof that suits them without knowing the right people.',
);

export const achievements = [
  { figure: '1500+', label: msg('Properties Sold') },
  { figure: '50+', label: msg('Expert Agents') },
  { figure: '98%', label: msg('Client Satisfaction') },
  { figure: '8', label: msg('Years of Experience') },
] as const;

/** Beside the number of agents, in the banner of the directory. */
export const directoryFigures = [
  { figure: '1500+', label: msg('Properties Sold') },
  { figure: '4.8', label: msg('Average Rating') },
  { figure: '98%', label: msg('Client Satisfaction') },
] as const;

/** Shown on an agent's profile until the agent has inquiries. */
export const usualResponseRate = '95%';

export const values = [
  {
    icon: 'client',
    title: msg('Client-Centered'),
    text: msg('We start from how you live: your commute, your family, your budget. The listing comes after.'),
  },
  {
    icon: 'integrity',
    title: msg('Integrity'),
    text: msg('We say what is wrong with a place as readily as what is right with it, and put it in writing.'),
  },
  {
    icon: 'excellence',
    title: msg('Excellence'),
    text: msg('Titles checked, calls returned, papers ready on the day. The small things are the work.'),
  },
  {
    icon: 'team',
    title: msg('Teamwork'),
    text: msg('Agents, lawyers and bank officers around one table, so that you never have to carry messages.'),
  },
] as const;

export const timeline = [
  {
    year: '2015',
    title: msg('A desk in Legazpi Village'),
    text: msg('Three brokers share an office, a phone line and a list of eleven condominium units.'),
  },
  {
    year: '2017',
    title: msg('Across the river'),
    text: msg('Agents in Pasig, Mandaluyong and Quezon City join; the five-hundredth family gets its keys.'),
  },
  {
    year: '2019',
    title: msg('Offices and shops'),
    text: msg('A commercial desk opens for companies that lease, from single rooms to whole floors.'),
  },
  {
    year: '2021',
    title: msg('Viewings from home'),
    text: msg(
      'With the city staying in, the team learns to show homes by video, and keeps doing it for clients abroad.',
    ),
  },
  {
    year: '2023',
    title: msg('One marketplace'),
    text: msg('Listings, messages and viewings move to this site, open to every licensed agent in Metro Manila.'),
  },
] as const;

export const leaders = [
  {
    portrait: 'isabel',
    name: 'Isabel Navarro',
    position: msg('Founder and Chief Executive'),
    text: msg(
      'A broker since 2006. Grew up above her parents’ hardware store in Pasay and still knows every street.',
    ),
  },
  {
    portrait: 'ramon',
    name: 'Ramon Villaluz',
    position: msg('Head of Sales'),
    text: msg('Leads the agents. Believes that the second viewing, in the rain, is the one that counts.'),
  },
  {
    portrait: 'liza',
    name: 'Liza Mae Ocampo',
    position: msg('Head of Client Care'),
    text: msg('A lawyer by training. Reads the contract so that you understand it before you sign.'),
  },
] as const;
