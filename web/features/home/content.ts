import { msg } from '#shared/messages.ts';

/** The home page's own words. */
export const hero = {
  title: msg('Find the place you’ll come home to'),
  text: msg(
    'Condominiums, houses, offices and land across Metro Manila, listed by agents who know the neighborhood.',
  ),
} as const;

export const categories = [
  {
    type: 'sale',
    title: msg('Buy'),
    text: msg('A place of your own, from studio units to family homes.'),
    linkText: msg('Properties for sale'),
  },
  {
    type: 'rent',
    title: msg('Rent'),
    text: msg('Near work, near school, near the train. Move in this month.'),
    linkText: msg('Properties for rent'),
  },
  {
    type: 'lease',
    title: msg('Lease'),
    text: msg('Offices, shops and homes on longer terms.'),
    linkText: msg('Properties for lease'),
  },
] as const;

export const benefits = [
  {
    icon: 'checked',
    title: msg('Listings you can trust'),
    text: msg('We approve every agent before they post, and sold or rented places are clearly marked.'),
  },
  {
    icon: 'local',
    title: msg('Local to the street'),
    text: msg(
      'See what is within walking distance of each address: stations, schools, hospitals and groceries.',
    ),
  },
  {
    icon: 'talk',
    title: msg('Talk to the agent'),
    text: msg('Ask a question, chat or request a viewing without leaving the page.'),
  },
  {
    icon: 'price',
    title: msg('Prices up front'),
    text: msg(
      'Full prices in pesos, per month for rentals. We tell you when the price of a saved home changes.',
    ),
  },
] as const;
