/** The home page's own words. */
export const hero = {
  title: 'Find the place you’ll come home to',
  text: 'Condominiums, houses, offices and land across Metro Manila, listed by agents who know the neighborhood.',
} as const;

export const categories = [
  {
    type: 'sale',
    title: 'Buy',
    text: 'A place of your own, from studio units to family homes.',
    linkText: 'Properties for sale',
  },
  {
    type: 'rent',
    title: 'Rent',
    text: 'Near work, near school, near the train. Move in this month.',
    linkText: 'Properties for rent',
  },
  {
    type: 'lease',
    title: 'Lease',
    text: 'Offices, shops and homes on longer terms.',
    linkText: 'Properties for lease',
  },
] as const;

/** Names as the search spells them. */
export const homeAreas = [
  { slug: 'makati', name: 'Makati City' },
  { slug: 'pasay', name: 'Pasay City' },
  { slug: 'taguig', name: 'Taguig City' },
] as const;

export const benefits = [
  {
    icon: 'checked',
    title: 'Listings you can trust',
    text: 'Every agent is approved by us before posting, and sold or rented places are marked as such.',
  },
  {
    icon: 'local',
    title: 'Local to the street',
    text: 'See what is within walking distance: stations, schools, hospitals and groceries around each address.',
  },
  {
    icon: 'talk',
    title: 'Talk to the agent',
    text: 'Ask a question, chat, or ask for a viewing without leaving the page.',
  },
  {
    icon: 'price',
    title: 'Prices up front',
    text: 'Full prices in pesos, per month where it is rent. Saved homes tell you when a price changes.',
  },
] as const;
