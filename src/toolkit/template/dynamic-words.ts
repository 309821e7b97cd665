const words = (text: string) => text.trim().split(/\s+/)
const phrases = (text: string) => text.split(', ')

/**
 * The words from which the values of dynamic variables, such as `$randomCity`, are made. They are ordinary words, so
 * that an API under test gets plausible data.
 */
export const WORDS = {
  adjective: words(
    'auxiliary primary virtual digital mobile redundant online wireless optical bluetooth solid open multi back',
  ),
  noun: words(
    'driver protocol bandwidth panel microchip program port card array interface system sensor firewall hard pixel alarm feed monitor application transmitter bus circuit capacitor matrix',
  ),
  verb: words(
    'calculate quantify connect hack index transmit bypass copy generate compress navigate reboot override program synthesize parse input',
  ),
  ingverb: words(
    'calculating quantifying connecting hacking indexing transmitting bypassing copying generating compressing navigating rebooting overriding programming synthesizing parsing backing',
  ),
  abbreviation: words(
    'TCP HTTP SDD RAM GB CSS SSL AGP SQL FTP PCI AI ADP RSS XML EXE COM HDD THX SMTP SMS USB PNG SAS IB SCSI JSON XSS JBOD',
  ),
  firstName: words(
    'Ada Alan Amira Bruno Carla Chen Dana Elena Felix Grace Hugo Ines Ivan Jonas Kira Leo Mara Nils Omar Paula Quinn Rosa Sami Tara Uma Vera Willa Yusuf Zoe Tracey',
  ),
  lastName: words(
    'Abbott Becker Castillo Dach Ernser Fischer Grady Hyatt Ibarra Jacobs Keller Lueilwitz Marks Nolan Okafor Predovic Quigley Ritter Schmitt Torres Ullrich Vance Weber Yost Zieme',
  ),
  namePrefix: words('Mr. Mrs. Ms. Miss Dr.'),
  nameSuffix: words('Jr. Sr. I II III IV V MD DDS PhD DVM'),
  jobDescriptor: words(
    'Lead Senior Direct Corporate Dynamic Future Product National Regional District Central Global Customer Investor International Legacy Forward Internal Human Chief Principal',
  ),
  jobArea: words(
    'Solutions Program Brand Security Research Marketing Directives Implementation Integration Functionality Response Paradigm Tactics Identity Markets Group Division Applications Optimization Operations Infrastructure Data',
  ),
  jobType: words(
    'Supervisor Associate Executive Liaison Officer Manager Engineer Specialist Director Coordinator Administrator Architect Analyst Designer Planner Orchestrator Technician Developer Producer Consultant Assistant Facilitator Agent Representative Strategist',
  ),
  city: phrases(
    'Fayetteville, Lisbon, Port Louis, Bergen, Aurora, Lake Oswego, Kyoto, Gdansk, Tampere, Salto, Nairobi, Cordoba, Leeds, Boulder, Utrecht, Graz, Hobart, Windhoek, Turin, Tartu',
  ),
  street: words(
    'Alley Avenue Branch Bridge Brook Circle Corner Court Crescent Drive Falls Forest Gateway Glen Harbor Hills Lane Loop Meadow Park Path Place Road Square Street Trail Way',
  ),
  country: phrases(
    'Argentina, Australia, Austria, Bermuda, Brazil, Canada, Chile, Denmark, Estonia, Finland, France, Germany, Ghana, Iceland, India, Italy, Japan, Kenya, Mexico, Morocco, Nepal, Norway, Peru, Poland, Portugal, Spain, Sweden, Uruguay, Vietnam, Zambia',
  ),
  countryCode: words(
    'AR AU AT BM BR CA CL DK EE FI FR DE GH IS IN IT JP KE KM MX MA NP NO PE PL PT ES SE UY VN ZM',
  ),
  locale: words(
    'af ar az cz de en es fa fi fr ge hr hu id it ja ko lv mk nb ne nl pl pt ro ru sk sv tr uk vi zh',
  ),
  color: words(
    'red green blue yellow purple magenta indigo orchid cyan teal gold silver maroon olive lavender lime turquoise tan salmon plum mint ivory azure fuchsia black white grey',
  ),
  department: words(
    'Books Movies Music Games Electronics Computers Home Garden Tools Grocery Health Beauty Toys Kids Baby Clothing Shoes Jewelery Sports Outdoors Automotive Industrial',
  ),
  productAdjective: words(
    'Small Ergonomic Rustic Intelligent Gorgeous Incredible Fantastic Practical Sleek Awesome Generic Handcrafted Handmade Licensed Refined Unbranded Tasty',
  ),
  productMaterial: words('Steel Wooden Concrete Plastic Cotton Granite Rubber Metal Soft Fresh Frozen'),
  product: words(
    'Chair Car Computer Keyboard Mouse Bike Ball Gloves Pants Shirt Table Shoes Hat Towels Soap Tuna Chicken Fish Cheese Bacon Pizza Salad Sausages Chips',
  ),
  companySuffix: words('Inc and LLC Group').map((suffix) => (suffix === 'and' ? 'and Sons' : suffix)),
  catchAdjective: words(
    'Adaptive Advanced Automated Balanced Centralized Configurable Decentralized Distributed Enhanced Extended Focused Innovative Intuitive Managed Networked Optimized Persistent Polarised Robust Streamlined Universal Versatile',
  ),
  catchDescriptor: words(
    '24hour asynchronous bandwidth-monitored bottom-line client-driven contextual dedicated demand-driven didactic dynamic explicit fault-tolerant global heuristic high-level holistic homogeneous impactful local modular multi-tasking needs-based optimal scalable secondary stable static system-worthy systematic tangible tertiary',
  ),
  catchNoun: words(
    'ability access adapter algorithm alliance analyzer application approach architecture archive array benchmark capability challenge circuit collaboration complexity concept contingency core database definition framework frame function hierarchy hub implementation infrastructure initiative installation interface knowledge-base matrix middleware migration model',
  ),
  bsAdjective: words(
    '24/7 back-end best-of-breed bleeding-edge clicks-and-mortar compelling cross-platform customized distributed dynamic efficient end-to-end extensible frictionless global granular holistic innovative integrated interactive intuitive killer leading-edge magnetic mission-critical next-generation one-to-one open-source out-of-the-box plug-and-play proactive real-time revolutionary robust scalable seamless sticky strategic synergistic transparent turn-key ubiquitous user-centric value-added vertical viral virtual visionary',
  ),
  bsBuzz: words(
    'aggregate architect benchmark brand cultivate deliver deploy disintermediate drive embrace empower enable engage engineer enhance envision evolve expedite exploit extend facilitate generate grow harness implement incentivize incubate innovate integrate iterate leverage maximize mesh monetize morph optimize orchestrate productize recontextualize redefine reinvent repurpose revolutionize scale seize strategize streamline syndicate synergize synthesize target transform transition unleash utilize visualize whiteboard',
  ),
  bsNoun: words(
    'action-items applications architectures bandwidth channels communities content convergence deliverables e-business e-commerce e-markets e-services eyeballs functionalities infomediaries infrastructures initiatives interfaces markets methodologies metrics mindshare models networks niches paradigms partnerships platforms portals relationships ROI schemas solutions supply-chains synergies systems technologies users vortals web-readiness web-services',
  ),
  databaseColumn: words(
    'id title name email phone token group category password comment avatar status createdAt updatedAt',
  ),
  databaseType: words(
    'int varchar text date datetime tinyint time timestamp smallint mediumint bigint decimal float double real bit boolean serial blob binary enum set geometry point',
  ),
  databaseCollation: words(
    'utf8_unicode_ci utf8_general_ci utf8_bin ascii_bin ascii_general_ci cp1250_bin cp1250_general_ci',
  ),
  databaseEngine: words('InnoDB MyISAM MEMORY CSV BLACKHOLE ARCHIVE'),
  month: words('January February March April May June July August September October November December'),
  weekday: words('Sunday Monday Tuesday Wednesday Thursday Friday Saturday'),
  accountType: phrases(
    'Checking, Savings, Money Market, Investment, Home Loan, Credit Card, Auto Loan, Personal Loan',
  ),
  transactionType: words('deposit withdrawal payment invoice'),
  currencyCode: words(
    'AED ARS AUD BMD BRL CAD CHF CLP CNY CZK DKK EUR GBP HUF INR JPY KES MAD MXN NOK NZD PEN PLN SEK TRY UAH USD UYU VND XBC ZAR',
  ),
  currencyName: phrases(
    'UAE Dirham, Argentine Peso, Australian Dollar, Bermudian Dollar (customarily known as Bermuda Dollar), Brazilian Real, Canadian Dollar, Swiss Franc, Chilean Peso, Yuan Renminbi, Czech Koruna, Danish Krone, Euro, Pound Sterling, Forint, Indian Rupee, Yen, Kenyan Shilling, Moroccan Dirham, Mexican Peso, Norwegian Krone, New Zealand Dollar, Zloty, Swedish Krona, Turkish Lira, Hryvnia, US Dollar, Rand',
  ),
  currencySymbol: words('$ € £ ¥ ₴ ₩ ₪ ₦ ₱ ₨ ฿ ₫ kr zł Ft Kč лв R$ S/. ƒ'),
  domainSuffix: words('com biz info name net org'),
  commonFile: phrases(
    'pdf application/pdf, mpe video/mpeg, jpg image/jpeg, png image/png, gif image/gif, wav audio/wav, mp2a audio/mpeg, mpeg video/mpeg, m1v video/mpeg, htm text/html, html text/html, shtml text/html, mp4 video/mp4, m2a audio/mpeg',
  ),
  file: phrases(
    'ttl text/turtle, tmo application/vnd.tmobile-livetv, xltx application/vnd.openxmlformats-officedocument.spreadsheetml.template, qxd application/vnd.quark.quarkxpress, mesh model/mesh, json application/json, csv text/csv, svg image/svg+xml, oga audio/ogg, webm video/webm, woff font/woff, ics text/calendar, zip application/zip, xml application/xml, stl model/stl, flac audio/x-flac',
  ),
  directory: words(
    '/Applications /bin /boot /dev /etc /home /lib /Library /media /mnt /opt /private /proc /root /sbin /srv /sys /tmp /usr /usr/bin /usr/include /usr/lib /usr/local/bin /usr/sbin /usr/share /usr/src /var /var/log /var/mail /var/spool /var/tmp',
  ),
  lorem: words(
    'alias consequatur aut perferendis sit voluptatem accusantium doloremque aperiam eaque ipsa quae ab illo inventore veritatis et quasi architecto beatae vitae dicta sunt explicabo aspernatur odit fugit sed quia consequuntur magni dolores eos qui ratione sequi nesciunt neque dolorem ipsum dolor amet consectetur adipisci velit non numquam eius modi tempora incidunt ut labore dolore magnam aliquam quaerat ad minima veniam quis nostrum exercitationem ullam corporis nemo enim laboriosam nisi aliquid ex ea commodi reprehenderit voluptate esse nihil molestiae iusto odio dignissimos ducimus blanditiis praesentium laudantium totam rem voluptas voluptates error',
  ),
  phrase: phrases(
    "If we {verb} the {noun}; we can get to the {abbreviation} {noun} through the {adjective} {abbreviation} {noun}!, We need to {verb} the {adjective} {abbreviation} {noun}!, Try to {verb} the {abbreviation} {noun}; maybe it will {verb} the {adjective} {noun}!, You can't {verb} the {noun} without {ingverb} the {adjective} {abbreviation} {noun}!, Use the {adjective} {abbreviation} {noun}; then you can {verb} the {adjective} {noun}!, The {abbreviation} {noun} is down; {verb} the {adjective} {noun} so we can {verb} the {abbreviation} {noun}!, I'll {verb} the {adjective} {abbreviation} {noun}; that should {noun} the {abbreviation} {noun}!",
  ),
} as const satisfies Record<string, string[]>

export type WordList = keyof typeof WORDS
