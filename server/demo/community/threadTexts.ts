import type { ListingType, PropertyType } from '#shared/contracts/properties.ts';

/** Who speaks, and how many minutes after the one before. */
export type Line = readonly [side: 'user' | 'agent', text: string, minutesLater: number];

export interface ThreadScript {
  /** Where it would not fit, it is not used. */
  fits(listingType: ListingType, type: PropertyType): boolean;
  /** {agent} and {user} are first names, {title} the listing's title, {price} its price, {area} its neighbourhood. */
  lines: readonly Line[];
}

const isHome = (type: PropertyType) => !['office', 'commercial', 'land'].includes(type);
const always = () => true;

export const clientThreads: readonly ThreadScript[] = [
  {
    fits: (listingType, type) => listingType === 'sale' && isHome(type),
    lines: [
      ['user', 'Good day, {agent}. Is “{title}” still available?', 0],
      ['agent', 'Good day, {user}! Yes, it is. Would you like to see it this week?', 24],
      ['user', 'Saturday would be best for us, my husband works in Laguna on weekdays.', 11],
      ['agent', 'Saturday at 10 AM works. Please bring a valid ID for the guard, both of you.', 38],
      ['user', 'Noted, thank you. Is the price of {price} still negotiable?', 65],
      [
        'agent',
        'A little, for a clean offer. Let us talk after you have seen it; I would rather you like it first.',
        17,
      ],
    ],
  },
  {
    fits: (listingType) => listingType === 'sale',
    lines: [
      ['user', 'Hi! Does the seller accept bank financing for this one?', 0],
      ['agent', 'Hello {user}, yes. Two banks have appraised it before, so the process should be quick.', 95],
      ['user', 'How much downpayment should we prepare?', 22],
      [
        'agent',
        'Most banks lend 80% of the appraised value. Count on 20% plus about 3% for fees and taxes on the buyer’s side.',
        14,
      ],
      ['user', 'That is clear, thank you. I will talk to my bank this week.', 240],
    ],
  },
  {
    fits: (listingType, type) => listingType !== 'sale' && isHome(type),
    lines: [
      ['user', 'Hello, I saw “{title}”. Are pets allowed? We have one small shih tzu.', 0],
      [
        'agent',
        'Hi {user}! The owner is fine with one small dog. The building asks for vaccination papers.',
        33,
      ],
      ['user', 'Great. When would it be available?', 8],
      [
        'agent',
        'From the first of next month. It is being repainted now, you can choose the colour of one wall.',
        19,
      ],
      ['user', 'Wow, ok. Can we view on Thursday after office hours?', 47],
      ['agent', 'Thursday 6:30 PM. I will meet you in the lobby.', 12],
      ['user', 'See you then!', 3],
    ],
  },
  {
    fits: (listingType, type) => listingType !== 'sale' && isHome(type),
    lines: [
      ['user', 'Is the {price} already inclusive of association dues?', 0],
      ['agent', 'Yes, dues are included. Water, power and internet are yours.', 55],
      ['user', 'And how many months deposit?', 6],
      ['agent', 'Two months’ deposit, one month in advance, and post-dated checks for the rest.', 21],
      ['user', 'I am paid in dollars by a company abroad and have no checkbook. Is there another way?', 130],
      [
        'agent',
        'We had a similar tenant. Bank transfer with one extra month of deposit was fine for the owner. I will ask.',
        44,
      ],
    ],
  },
  {
    fits: (_, type) => isHome(type),
    lines: [
      ['user', 'Hi {agent}, does {area} flood? We are traumatised after the last typhoon.', 0],
      [
        'agent',
        'Understandable. The street itself stayed dry last year; the low point is two blocks down. I can send you the flood map.',
        41,
      ],
      ['user', 'Please do.', 4],
      ['agent', 'Sent to your e-mail. Come when it rains, that is the best inspection there is.', 36],
    ],
  },
  {
    fits: (_, type) => type === 'office' || type === 'commercial',
    lines: [
      [
        'user',
        'Good afternoon. We are a team of twenty and looking at “{title}”. Is it possible to operate on night shift?',
        0,
      ],
      [
        'agent',
        'Good afternoon {user}. Yes, the building runs around the clock; night air-conditioning is charged by the hour.',
        52,
      ],
      ['user', 'What are the common charges on top?', 16],
      ['agent', 'I will send the lessor’s breakdown today, with a computation for the first three years.', 9],
      ['user', 'Thank you. Our finance head would also like to know the escalation.', 75],
      ['agent', 'Five percent from the second year. There is some room on the fit-out period instead.', 28],
    ],
  },
  {
    fits: (_, type) => type === 'land',
    lines: [
      ['user', 'Is the title clean and in the seller’s name?', 0],
      ['agent', 'Yes, I pulled a certified true copy at the registry last month. Happy to share it.', 88],
      ['user', 'And the right of way?', 12],
      [
        'agent',
        'Direct frontage on a public road, so none is needed. The survey is included in the documents.',
        31,
      ],
      ['user', 'Good. We would like to walk the lot with our architect.', 190],
    ],
  },
  {
    fits: always,
    lines: [
      ['user', 'Hi! Can you send more pictures, especially of the view and the parking?', 0],
      ['agent', 'Of course, {user}. I will be there tomorrow morning and take them for you.', 61],
      ['user', 'Thanks a lot!', 5],
      [
        'agent',
        'As promised: they are in the listing now. The slot is near the lift, wide enough for a van.',
        1_320,
      ],
      ['user', 'Looks good. We will discuss at home and come back to you.', 84],
    ],
  },
  {
    fits: (listingType, type) => listingType === 'sale' && isHome(type),
    lines: [
      [
        'user',
        'Hello {agent}, we viewed it yesterday. We would like to offer 6% below {price}, cash, closing within 30 days.',
        0,
      ],
      ['agent', 'Thank you, {user}. I will bring it to the owner tonight.', 18],
      ['agent', 'The owner would meet you at 3% below, and leave the air-conditioners.', 1_105],
      ['user', 'That sounds fair. Can you send the draft contract?', 150],
      ['agent', 'You will have it tomorrow before noon. Congratulations in advance!', 26],
    ],
  },
  {
    fits: (listingType, type) => listingType === 'rent' && isHome(type),
    lines: [
      [
        'user',
        'Good evening! My daughter starts in August and needs a place near campus. Is the unit safe for a girl living alone?',
        0,
      ],
      [
        'agent',
        'Good evening {user}. Guards and CCTV day and night, visitors register, and the lift needs a card. Half of the floor are students.',
        73,
      ],
      ['user', 'That is a relief. May we visit on Sunday?', 9],
      ['agent', 'Sunday after mass is fine, say 11 AM?', 15],
    ],
  },
  {
    fits: always,
    lines: [['user', 'Hi {agent}, is “{title}” still open for viewing this weekend?', 0]],
  },
  {
    fits: always,
    lines: [
      ['user', 'Hello, interested po. What is the last price?', 0],
      [
        'agent',
        'Hello {user}! It is listed at {price}; the owner is open to a serious offer in writing. Have you seen it yet?',
        20,
      ],
      ['user', 'Not yet. I am free on weekdays after 3.', 35],
    ],
  },
];

export const colleagueThreads: readonly (readonly Line[])[] = [
  [
    [
      'user',
      'Hi {agent}, I have a buyer for a 2BR in your area, cash, budget up to 25M. Anything that is not listed yet?',
      0,
    ],
    ['agent', 'Hi {user}! One is coming up next week, corner unit. Usual sharing?', 46],
    ['user', 'Usual sharing. Send me what you have and I will hold the client.', 12],
    ['agent', 'Sending the floor plan tonight. Owner prefers viewings before noon.', 150],
  ],
  [
    [
      'user',
      'Do you know a lawyer who is quick with estate settlements? My seller’s father just passed away.',
      0,
    ],
    [
      'agent',
      'Sorry to hear that. Yes, I work with a small office in Pasig, careful and not expensive. I will introduce you.',
      64,
    ],
    ['user', 'Thank you, I owe you a coffee.', 7],
  ],
  [
    [
      'user',
      'A client of mine moves from Makati to your side in March: 3BR, two dogs, yard if possible. Can we work together?',
      0,
    ],
    ['agent', 'Gladly. I have two houses that allow dogs. Is the company paying?', 82],
    ['user', 'Yes, a corporate lease for two years.', 19],
    ['agent', 'Then both owners will be happy. Shall we show them on the same morning?', 25],
    ['user', 'Perfect. Tuesday 9 AM?', 180],
  ],
  [['user', 'Quick question: what did the last 1BR in your tower really close at?', 0]],
];
