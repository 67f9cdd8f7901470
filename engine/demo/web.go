package demo

// webNotes is what passengers and offices see: kiosks, the booking site, the
// console of the harbour offices.
var webNotes = []note{
	{
		id: "kiosk-offline-rules", about: "kiosk", typ: procedural, age: 87.8, by: planner, tags: "kiosk offline", importance: 0.85,
		text: `What a kiosk does when it hears nothing from the gateway:

- after 10 s: keeps selling from its copy of the timetable, prints vouchers
- after 15 min: shows the telephone number of the harbour office above the fold
- after 6 h: stops offering sailings of the next day
- after 72 h: shows the timetable only, sells nothing

The 72 hours are a promise to the fare inspectors. Everything else may be changed by us.`,
	},
	{
		id: "kiosk-channel-owner-mikkel", about: "kiosk", typ: fact, age: 64.7, by: planner, tags: "kiosk ownership update", key: "kiosk-update-channel-owner", importance: 0.8, confidence: 0.9,
		text: "Mikkel owns the kiosk update channel: what goes into a bundle, who may pin one, and when a pin is cleared. Questions about bundles that do not arrive go to him first, also at weekends.",
	},
	{
		id: "kiosk-channel-owner-teo", about: "kiosk", typ: fact, age: 4.9, by: planner, tags: "kiosk ownership update", key: "kiosk-update-channel-owner", importance: 0.8, confidence: 0.75,
		text: "The kiosk update channel belongs to Teo since the on-call rota changed. He decides about pins and clears them on Fridays; the web side only delivers the bundle.",
	},
	{
		id: "touch-targets", about: "kiosk", typ: semantic, age: 84.2, by: planner, tags: "kiosk design gloves",
		text: "Buttons on a kiosk are at least 22 mm in both directions. With thin gloves people hit 19 mm well enough; with the thick ones that everybody on a quay wears in February they do not. Measured with eleven people and a bucket of ice water.",
	},
	{
		id: "three-screens", about: "kiosk", typ: decision, age: 82.6, by: planner, tags: "kiosk design decision", importance: 0.7,
		text: "Buying a ticket at a kiosk takes three screens: where, who, pay. A fourth for \"when\" was removed: the next sailing is preselected and nine of ten want it. The time is a large button on the first screen for the tenth.",
	},
	{
		id: "kiosk-usb-install", about: "kiosk", typ: procedural, age: 80.9, by: planner, tags: "kiosk install legacy",
		text: "To install a kiosk from a stick: hold the service key, insert the stick with the notch upward, wait for the second beep (the first only means that it saw power), then pull it out before the screen lights up.",
	},
	{
		id: "contrast-sun", about: "kiosk", typ: observation, age: 78.5, by: planner, tags: "kiosk contrast",
		text: "In direct sun the difference between our light grey and white is gone. The quay that faces south sells 14 % fewer tickets between one and three in the afternoon, and the difference vanished in the week in which the awning was up.",
	},
	{
		id: "site-budget", about: "booking site", typ: fact, age: 76.9, by: planner, tags: "performance budget",
		text: "The booking page may weigh 180 kB in all, and must be usable three seconds after the first byte on the slowest island connection we know of, which is 40 kB/s between two and four in the afternoon when the school uploads homework.",
	},
	{
		id: "forms-autofill", about: "booking site", typ: procedural, age: 73.9, by: planner, tags: "forms",
		text: "Fields carry the autocomplete names that browsers know; one visible label each; the error stands under the field and begins with what to do. No field is cleared on an error, ever. A group leader with 28 names told us why.",
	},
	{
		id: "language-order", about: "booking site", typ: preference, age: 71.8, by: planner, tags: "languages",
		text: "Languages are listed by their own names and in the order of the passengers who use them at that harbour, with no flags. Farida holds that flags are for ships.",
	},
	{
		id: "timetable-ja", about: "booking site", typ: semantic, age: 69.1, by: planner, tags: "languages japanese",
		text: "日本語版の時刻表について：「始発」「最終」の表示は便名の前に置く。欠航の理由は「強風のため」のように短く書き、丁寧な説明は二行目に回す。キオスクの画面では一行に全角十六文字までしか入らないので、港の名前は通称を使うこと。由紀さんが秋のダイヤで確認済み。",
	},
	{
		id: "console-keyboard", about: "console", typ: preference, age: 66.7, by: planner, tags: "console keyboard",
		text: "The harbour offices work the console without a mouse: one hand holds the telephone. Every action has a letter, shown on its button, and the letters do not change between screens. They would rather lose a feature than a letter.",
	},
	{
		id: "css-print", about: "console", typ: episodic, age: 62.9, by: planner, tags: "print", stability: 50,
		text: "Rewrote the print view of the passenger list. It had been a screenshot of the screen, in grey. Now it is black on white, 34 names to a page, with a box to tick in front of each name, because that is what the pen is for.",
	},
	{
		id: "seat-map-dropped", about: "booking site", typ: decision, age: 59.2, by: planner, tags: "design decision",
		text: "No seat map. Sketches tested well with everyone who had never taken one of the boats; those who had asked where the map showed the dog, the pram and the wind.",
	},
	{
		id: "a11y-audit", about: "booking site", typ: episodic, age: 56.1, by: planner, tags: "accessibility audit",
		text: "Accessibility audit with two people who use screen readers every day. What they met: the countdown until departure was read aloud every second; \"Return\" was a heading, a button and a ticket type on one page; the calendar could be left only by choosing a date. All three are repaired, the calendar also has a plain text field now.",
	},
	{
		id: "state-machine-pay", about: "kiosk", typ: semantic, age: 53.1, by: planner, tags: "payments kiosk",
		text: "The payment screen is a state machine with seven states and no timers but one. Everything that was ever wrong with it was a timer that had been added in a hurry, fired in a state it was not made for, and apologised to somebody who was still typing a PIN.",
	},
	{
		id: "arabic-receipt", about: "kiosk", typ: episodic, age: 50.9, by: planner, tags: "languages arabic", stability: 45,
		text: "إيصال التذكرة بالعربية: رقم الرحلة وسعر التذكرة يظهران بالترتيب الصحيح فقط عندما نعزل الأرقام اللاتينية عن النص المحيط بها. جرّب إبراهيم الإيصال على آلة الرصيف الغربي، وكان اسم الميناء مقطوعًا في آخر السطر لأن العرض حُسب بعدد الحروف وليس بعرضها المطبوع.",
	},
	{
		id: "component-lib", about: "booking site", typ: opinion, age: 48.2, by: planner, tags: "components",
		text: "Our own nine components are worth more than a library of ninety. Each has a page that says when not to use it, and those pages are the only documentation that new people read to the end.",
	},
	{
		id: "kiosk-restart-night", about: "kiosk", typ: fact, age: 45.9, by: planner, tags: "kiosk restart",
		text: "Kiosks restart themselves at 03:15 local time unless a ticket was sold in the last ten minutes. Without the restart the printer driver stops noticing an empty roll after about eleven days.",
	},
	{
		id: "font-fallback", about: "booking site", typ: observation, age: 42.2, by: planner, tags: "fonts languages",
		text: "Names with letters outside the kiosk's font were printed as boxes on 0.4 % of receipts. The worst-hit harbour has a fishing crew from the other end of the world. The printer has the letters in its own font, so receipts ask the printer now and screens ship one more file of 61 kB.",
	},
	{
		id: "bundle-diet", about: "kiosk", typ: episodic, age: 39.6, by: planner, tags: "kiosk bundle size",
		text: "The bundle went from 51 to 38 MB. Sound files were stored once per language although only three of them contain speech; the map was delivered in two projections, one of which nobody could name a reader of.",
	},
	{
		id: "error-words", about: "kiosk", typ: procedural, age: 37.3, by: planner, tags: "words errors",
		text: "Words for errors on a kiosk: first whether money was taken, then what to do, then nothing. \"Your card was not charged. Please try the other kiosk, or board and pay the crew.\" No numbers, no code, no sorry.",
	},
	{
		id: "countdown-idea", about: "kiosk", typ: zettel, age: 34.6, by: planner, tags: "design idea",
		text: "People run for a boat that a screen says leaves in one minute and walk for one that leaves at 17:10, although it is the same boat. A clock time is information, a countdown is an instruction.",
	},
	{
		id: "console-undo", about: "console", typ: decision, age: 31.9, by: planner, tags: "console undo decision",
		text: "Cancelling a sailing in the console can be taken back for two minutes, during which no message is sent. It replaced the question \"Are you sure?\", to which the answer had been yes 4,112 times of 4,112, eleven of them wrong.",
	},
	{
		id: "fr-annonce", about: "kiosk", typ: semantic, age: 28.4, by: planner, tags: "languages french",
		text: "Annonces en français sur les bornes : dire « le bateau de 17 h 10 » et non « la traversée n° 4471 ». Brahim a relu les quarante phrases ; il en reste trois où « quai » et « ponton » sont confondus, ce qui envoie les voyageurs du mauvais côté du bassin. Espace fine insécable avant le deux-points, sinon le texte déborde sur les petites bornes.",
	},
	{
		id: "dark-quays", about: "kiosk", typ: observation, age: 24.6, by: planner, tags: "kiosk night",
		text: "After sunset the white screen of a kiosk is the brightest thing on the quay and moths sit on it. Where the dark theme is on, touches that hit nothing fell by two thirds; whether because of people or moths we cannot say.",
	},
	{
		id: "group-flow", about: "booking site", typ: decision, age: 21.3, by: planner, tags: "groups decision",
		text: "Groups of more than nine get a page of their own with one text area: paste the names as they are, one a line or with commas. The page shows how it understood them. It replaced a form with a button to add a person, which teachers pressed 28 times.",
	},
	{
		id: "photo-upload-dropped", about: "booking site", typ: episodic, age: 18.2, by: planner, tags: "privacy",
		text: "Dropped the photo upload for season tickets before it went out. The inspector compares a face with a name and a date of birth on another card anyway; a photo would have been one more thing to guard and the largest table we have.",
	},
	{
		id: "sound-at-quay", about: "kiosk", typ: semantic, age: 14.9, by: planner, tags: "kiosk sound",
		text: "The kiosk's beep is a minor third upward for yes and one low note for no. It was once two beeps for no, which near a loading ramp could not be told from a fork-lift driving backwards.",
	},
	{
		id: "dock-terminals", about: "kiosk", typ: fact, age: 10.8, by: planner, tags: "kiosk update dock",
		text: "Two terminals are on ships in dry dock until the winter timetable has begun. They show up as dark, must not count as failures of a release, and get the new signing key by hand when the ships float again.",
	},
	{
		id: "pin-left-behind", about: "kiosk", typ: observation, age: 6.4, by: releaseBot, tags: "kiosk update pin",
		text: "A bundle pin from the rehearsal was still set on four kiosks six days later. Each side thought that the other clears pins. Nothing broke, because the pinned bundle was the current one.",
	},
	{
		id: "winter-banner", about: "booking site", typ: decision, age: 3.4, by: planner, tags: "winter words decision",
		text: "The banner for the winter timetable names what changes at the reader's own harbour, or is not shown. \"From the first of next month the last boat leaves at 19:40\" was remembered by everyone in the test, \"New winter timetable\" by nobody.",
	},
}
