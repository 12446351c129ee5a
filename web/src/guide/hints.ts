// The guided first game: a table with a fixed seed and options, and hints for the questions as they come up. A question
// has one hint or several, shown one at a time. A hint points at what it speaks of: at what can be done (its verbs), and
// then it waits until that is done; or at something to look at (`sees`), and then it waits until it was read.
import type { Text } from "../net/protocol";

export interface Hint {
  question: string; // the decision's question
  verbs?: readonly string[]; // the choices that it speaks of
  sees?: string; // a selector of what it speaks of on the board
  text: Text;
  clause?: string;
}
export interface Guided {
  about: Text;
  seed: string;
  options: Record<string, string>;
  bot: string;
  hints: Hint[];
}

export const guided: Record<string, Guided> = {
  risk_cybertron: {
    about: {
      en: "A short war: two days, with the zones already dealt. You learn to place robots, attack with good odds, transform your leader and move up.",
      fr: "Une courte guerre de deux jours sur un plateau déjà distribué. Vous apprenez à placer des robots, à attaquer quand les chances sont bonnes, à transformer votre chef et à avancer.",
    },
    seed: "first war",
    options: { deal_zones: "on", days: "2" },
    bot: "random",
    hints: [
      {
        question: "choose_leader",
        verbs: ["lead"],
        clause: "RSK-LDR-01",
        text: {
          en: "Four leaders, each with one power as a robot and one as a vehicle. Click one. Megatron's vehicle attacks any zone; Bumblebee's escapes.",
          fr: "Quatre chefs, chacun avec un pouvoir en robot et un en véhicule. Cliquez sur l'un d'eux. En véhicule, Megatron attaque n'importe où ; Bumblebee s'échappe.",
        },
      },
      {
        question: "deploy",
        verbs: ["place"],
        clause: "RSK-SET-09",
        text: {
          en: "Your zones are outlined. Click one to place a robot. Put several beside an enemy zone that you want.",
          fr: "Vos zones sont entourées. Cliquez sur l'une d'elles pour y placer un robot. Massez-les près d'une zone ennemie convoitée.",
        },
      },
      {
        question: "play_cards",
        verbs: ["pass", "play"],
        text: {
          en: "An Upgrade card can only be played at the moment it names. If you have none that fits, pass.",
          fr: "Une carte de perfectionnement ne se joue qu'au moment qu'elle nomme. Si aucune ne convient, passez.",
        },
      },
      {
        question: "place",
        verbs: ["place"],
        text: {
          en: "These are this turn's robots. Click a zone, choose how many, confirm. One strong zone at the border beats many weak ones.",
          fr: "Voici les robots de ce tour. Cliquez sur une zone, choisissez combien, confirmez. Mieux vaut une zone forte au front que plusieurs faibles.",
        },
      },
      {
        question: "transform",
        verbs: ["flip_leader", "transform", "end_phase"],
        text: {
          en: "Your leader can change form once a turn, and cards with the gate symbol open or close special zones. Or just end the phase.",
          fr: "Ici votre chef peut changer de forme une fois par tour, et les cartes au symbole de porte ouvrent ou ferment des zones spéciales. Ou terminez la phase.",
        },
      },
      {
        question: "attack",
        verbs: ["attack"],
        text: {
          en: "Click one of your zones, then an enemy zone. The badge shows your chance of taking it; stay above 70 % for a start. You can also drag from one zone to the other.",
          fr: "Cliquez sur une de vos zones, puis sur une zone ennemie. La pastille donne la chance de la prendre : plus de 70 %, c'est bon pour débuter. Glisser marche aussi.",
        },
      },
      {
        question: "commit_attack",
        text: {
          en: "More units mean more dice. Each unit rolls one die. The highest dice are compared first, and the defender wins ties.",
          fr: "Plus d'unités, plus de dés : chaque unité lance un dé. Les plus hauts sont comparés d'abord, et le défenseur gagne les égalités.",
        },
      },
      {
        question: "go_on",
        verbs: ["continue", "end_attack"],
        text: {
          en: "Press on while you have clearly more units; stop when it gets even.",
          fr: "Continuez tant que vous êtes nettement plus nombreux ; arrêtez quand cela s'équilibre.",
        },
      },
      {
        question: "move_in",
        verbs: ["move_in"],
        text: {
          en: "You took the zone. Move many units in if you want to attack again from there.",
          fr: "La zone est prise. Entrez en force si vous voulez attaquer plus loin.",
        },
      },
      {
        question: "reinforce",
        verbs: ["reinforce", "end_phase"],
        text: {
          en: "Last step: move units between your connected zones, from the quiet rear to the front. Then your turn ends.",
          fr: "Dernière étape : déplacez des unités entre vos zones reliées, de l'arrière vers le front. Puis votre tour finit.",
        },
      },
      {
        question: "commit_defence",
        text: {
          en: "You are attacked. Two dice are usually better than one.",
          fr: "On vous attaque. Deux dés valent en général mieux qu'un.",
        },
      },
    ],
  },
  dino_battles: {
    about: {
      en: "The starter kingdom, First Hatch, against an easy opponent. You learn to attach cards, fight with your Active Dinosaur, answer attacks and buy.",
      fr: "Le royaume de départ, Première éclosion, contre un adversaire facile. Vous apprenez à attacher des cartes, à combattre, à répondre aux attaques et à acheter.",
    },
    seed: "first hatch",
    options: { kingdom: "first_hatch" },
    bot: "random",
    hints: [
      {
        question: "main",
        sees: ".legend",
        clause: "DNB-STA-06",
        text: {
          en: "Three letters matter: A is an Attack card, E an Evade card, D a Defend card. Costs are written in them, and you pay with the cards themselves. A Wound pays for nothing: it only takes a place in your hand.",
          fr: "Trois lettres comptent : A est une carte Attaque, E une Esquive, D une Défense. Les coûts s'écrivent ainsi et se paient avec ces cartes. Une Blessure ne paie rien : elle prend une place dans la main.",
        },
      },
      {
        question: "main",
        verbs: ["attach"],
        clause: "DNB-ATT-01",
        text: {
          en: "Main phase. Attach Combat Cards from your hand to a Dinosaur: click the card, then the Dinosaur. They lie face down under it and pay for its attacks and answers.",
          fr: "Phase principale. Attachez des cartes de combat à un Dinosaure : cliquez sur la carte, puis sur le Dinosaure. Cachées sous lui, elles paient ses attaques et ses réponses.",
        },
      },
      {
        question: "main",
        verbs: ["attack"],
        clause: "DNB-CMB-02",
        text: {
          en: "Fight: click an attack of your Active Dinosaur, then the enemy. The letters beside it are the cards it costs; the number is the damage.",
          fr: "Combattez : cliquez sur une attaque de votre Dinosaure actif, puis sur l'ennemi. Les lettres sont les cartes que cela coûte ; le nombre, les dégâts.",
        },
      },
      {
        question: "main",
        sees: ".left",
        clause: "DNB-STR-01",
        text: {
          en: "You may play one Strategy from your hand each turn, unless a card says otherwise. What you can still do this turn is outlined now. End the phase when you are done.",
          fr: "Vous pouvez jouer une Stratégie de votre main par tour, sauf si une carte dit autre chose. Ce que vous pouvez encore faire ce tour-ci est entouré. Terminez la phase quand vous avez fini.",
        },
      },
      {
        question: "answer",
        verbs: ["evade", "defend", "pass"],
        text: {
          en: "You are attacked. To evade or defend, you need an Evade or Defend card under the attacked Dinosaur. If you pass, it takes the damage.",
          fr: "On vous attaque. Pour esquiver ou vous défendre, il vous faut une carte Esquive ou Défense sous le Dinosaure attaqué. Si vous passez, il subit les dégâts.",
        },
      },
      {
        question: "window",
        verbs: ["pass", "play_tech"],
        text: {
          en: "Everyone may play a Tech now. What is waiting to resolve is shown as a stack; the top one comes first. Pass if you have nothing to play.",
          fr: "Chacun peut jouer une Tech. Ce qui attend forme une pile : le dessus se résout d'abord. Passez si vous n'avez rien.",
        },
      },
      {
        question: "buy",
        verbs: ["buy", "buy_dinosaur"],
        text: {
          en: "Buy phase. Click a card in the Supply or a Dinosaur on offer. You pay with Combat Cards from your hand.",
          fr: "Phase d'achat. Cliquez sur une carte de la réserve commune ou sur un Dinosaure offert ; on paie avec les cartes de combat de la main.",
        },
      },
      {
        question: "buy",
        sees: ".offering",
        clause: "DNB-BUY-05",
        text: {
          en: "A card from the Supply goes to your discard pile; you will draw it after a shuffle. A Dinosaur enters play at once, in your Reserve.",
          fr: "Une carte de la réserve commune va à votre défausse et viendra en main après un mélange ; un Dinosaure entre aussitôt en jeu, dans votre réserve.",
        },
      },
      {
        question: "promote",
        verbs: ["promote"],
        text: {
          en: "Your Active zone is empty. Choose the Dinosaur that comes forward.",
          fr: "Votre zone active est vide : choisissez le Dinosaure qui avance.",
        },
      },
    ],
  },
  transformers_tcg: {
    about: {
      en: "Two starter teams. You learn to flip a character between its modes, play an Upgrade and an Action, attack, and count the flipped icons.",
      fr: "Deux équipes de départ. Vous apprenez à retourner un personnage, à jouer une Amélioration et une Action, à attaquer et à compter les icônes retournées.",
    },
    seed: "first battle",
    options: {},
    bot: "random",
    hints: [
      {
        question: "main",
        sees: ".numbers",
        text: {
          en: "On each character: the sword is its attack, the heart its health, the shield its defense. The line below shows what flipping it would give.",
          fr: "Sur chaque personnage : l'épée est son attaque, le cœur sa santé, le bouclier sa défense. La ligne du dessous montre ce qu'il aurait une fois retourné.",
        },
      },
      {
        question: "main",
        verbs: ["flip"],
        clause: "TCG-TRN-04",
        text: {
          en: "This is your team. In the main phase you may flip one character, play one Action and one Upgrade, in any order. Click a character, then Flip. Only the mode that is face up gives attack, defense and text.",
          fr: "Voici votre équipe. En phase principale vous pouvez retourner un personnage, jouer une Action et une Amélioration, dans l'ordre voulu. Cliquez sur un personnage, puis sur Retourner : seul le mode visible compte.",
        },
      },
      {
        question: "main",
        verbs: ["play"],
        clause: "TCG-UPG-01",
        text: {
          en: "Upgrades go into slots: a weapon, an armor and a utility for each character. Click the card in your hand, then one of your characters. If the slot is full, the old card is scrapped.",
          fr: "Les Améliorations vont dans des emplacements : une arme, une armure et un utilitaire par personnage. Cliquez sur la carte, puis sur un de vos personnages. Si l'emplacement est pris, l'ancienne carte va à la casse.",
        },
      },
      {
        question: "main",
        verbs: ["attack"],
        clause: "TCG-ATK-03",
        text: {
          en: "To attack, click one of your untapped characters, then an enemy. You must attack tapped enemies first; if none is tapped, choose any. Attacking taps your character, so it becomes a target.",
          fr: "Pour attaquer, cliquez sur un de vos personnages redressés, puis sur un ennemi. Les ennemis engagés d'abord ; s'il n'y en a pas, n'importe lequel. Attaquer engage votre personnage, qui devient une cible.",
        },
      },
      {
        question: "main",
        sees: ".between",
        clause: "TCG-BAT-07",
        text: {
          en: "Both sides flip two cards in a battle: orange icons add to the attack, blue ones to the defense, a white one gives two more flips. Each point of attack above the defense is one damage.",
          fr: "Chaque camp retourne deux cartes : l'orange s'ajoute à l'attaque, le bleu à la défense, un blanc donne deux cartes de plus. Chaque point d'attaque au-dessus de la défense fait 1 dégât.",
        },
      },
      {
        question: "main",
        sees: '.side[data-side="theirs"]',
        clause: "TCG-KO-01",
        text: {
          en: "A character with as much damage as health is knocked out. Knock out the whole enemy team to win. It often pays to finish off a character that is already damaged.",
          fr: "Un personnage qui a autant de dégâts que de santé est mis KO. Mettez KO toute l'équipe adverse pour gagner. Il vaut souvent mieux achever un personnage déjà endommagé.",
        },
      },
      {
        question: "attack",
        verbs: ["attack"],
        clause: "TCG-ATK-01",
        text: {
          en: "Another of your characters can attack now. Choose the attacker and its target.",
          fr: "Un autre de vos personnages peut attaquer. Choisissez l'attaquant et sa cible.",
        },
      },
      {
        question: "use",
        verbs: ["use", "done"],
        text: {
          en: "You can use one of your abilities now. Point at the character to read its text at the side.",
          fr: "Vous pouvez utiliser une de vos capacités. Pointez le personnage pour lire son texte à côté.",
        },
      },
      {
        question: "choose",
        verbs: ["choose"],
        text: {
          en: "Click what you want; everything you can choose is outlined. If you need several, pick them in any order, then confirm.",
          fr: "Désignez ce que vous voulez : ce qui peut être choisi est entouré. S'il en faut plusieurs, prenez-les dans l'ordre voulu et confirmez.",
        },
      },
      {
        question: "plan",
        verbs: ["choose"],
        text: {
          en: "Plan: the card you put on top of your deck is flipped first. Choose one with the icon you need.",
          fr: "Plan : la carte posée sur votre pioche sera retournée la première. Choisissez-en une qui porte l'icône qu'il vous faut.",
        },
      },
      {
        question: "order",
        verbs: ["resolve"],
        text: {
          en: "Several of your abilities are waiting. Choose which one comes first.",
          fr: "Plusieurs de vos capacités attendent. Choisissez celle qui vient d'abord.",
        },
      },
    ],
  },
  dragon_booster: {
    about: {
      en: "Two starter decks on the track. You learn to load energy, gear up your dragon and battle for points.",
      fr: "Deux paquets de départ sur la piste. Vous apprenez à charger l'énergie, à équiper votre dragon et à lutter pour les points.",
    },
    seed: "first race",
    options: {},
    bot: "random",
    hints: [
      {
        question: "deck",
        verbs: ["bring"],
        text: {
          en: "Each rider brings a dragon and a deck of race cards. Take any starter deck for your first race.",
          fr: "Chaque pilote apporte un dragon et un paquet de course. Prenez n'importe quel paquet de départ pour débuter.",
        },
      },
      {
        question: "dragon",
        verbs: ["ride"],
        text: {
          en: "This is the dragon you ride. Its speed, agility and power decide which events you may play.",
          fr: "Voici le dragon que vous montez. Sa vitesse, son agilité et sa puissance décident des événements jouables.",
        },
      },
      {
        question: "lie",
        verbs: ["lay"],
        text: {
          en: "If it lies face up, everyone sees which gear you can still mag. Face down, nobody does.",
          fr: "Face visible, tous voient l'équipement qui vous reste ; face cachée, personne.",
        },
      },
      {
        question: "mulligan",
        text: {
          en: "This is your opening hand. Cheap maneuvers are good to start with; the number in the corner is the cost.",
          fr: "Voici votre main de départ. Des manœuvres peu chères (le coût est au coin) font un bon début.",
        },
      },
      {
        question: "gear_up",
        verbs: ["mag", "recruit", "done"],
        clause: "DRB-MAG-01",
        text: {
          en: "Gear Up: choose a gear from your dragon deck for one of the four zap caps, or a crew member of your team. Gear raises your dragon's stats and can have effects of its own.",
          fr: "Équipement : choisissez dans votre paquet de dragon un équipement pour l'une des quatre capsules zap, ou un équipier de votre équipe. L'équipement renforce votre dragon et peut avoir ses propres effets.",
        },
      },
      {
        question: "main",
        verbs: ["play"],
        clause: "DRB-MAN-01",
        text: {
          en: "Main: your energy equals the number of the turn. Use it to pay for maneuvers, which go to your track. Click an outlined card in your hand.",
          fr: "Phase principale : autant d'énergie que le numéro du tour. Elle paie vos manœuvres, qui vont sur votre piste. Cliquez sur une carte entourée de votre main.",
        },
      },
      {
        question: "main",
        sees: ".stats",
        clause: "DRB-EVT-02",
        text: {
          en: "Events cost no energy, but the stat named in their burst must be high enough; a matching color adds 2. Unused energy is lost, so spend it.",
          fr: "Les événements ne coûtent pas d'énergie : la caractéristique demandée doit suffire. La même couleur compte 2 de plus. L'énergie restante est perdue : dépensez-la.",
        },
      },
      {
        question: "push",
        verbs: ["push", "end_push"],
        clause: "DRB-RSH-01",
        text: {
          en: "Rush: push maneuvers from your track into the zone. Every card you push will battle, and you cannot take it back, so keep weak ones on the track.",
          fr: "Ruée : engagez des manœuvres de la piste dans la zone. Chaque carte engagée se battra et ne revient pas : gardez les faibles sur la piste.",
        },
      },
      {
        question: "start_battle",
        verbs: ["rush"],
        clause: "DRB-RES-04",
        text: {
          en: "You start a battle: choose the maneuver that rushes. The higher sprint wins and scores the difference, but never more than its printed sprint. The first to 30 points wins the race.",
          fr: "Vous lancez une bataille : choisissez la manœuvre qui se rue. Le plus haut sprint gagne et marque la différence, mais jamais plus que son sprint imprimé. Le premier à 30 points gagne la course.",
        },
      },
      {
        question: "rushing_card",
        verbs: ["rush"],
        text: {
          en: "You are challenged: choose the maneuver that answers. Compare the sprints before you choose.",
          fr: "On vous défie : choisissez la manœuvre qui répond. Comparez les sprints avant de choisir.",
        },
      },
      {
        question: "battle",
        verbs: ["pass", "play", "use"],
        text: {
          en: "During a battle you may still play an event or use an effect. When everyone has passed, the sprints are compared. Pass if you have nothing.",
          fr: "Pendant une bataille, vous pouvez encore jouer un événement ou utiliser un effet. Quand tous ont passé, on compare les sprints. Passez si vous n'avez rien.",
        },
      },
      {
        question: "choose",
        verbs: ["choose"],
        text: {
          en: "Click what you want; everything you can choose is outlined. If you need several, pick them in any order, then confirm.",
          fr: "Désignez ce que vous voulez : ce qui peut être choisi est entouré. S'il en faut plusieurs, prenez-les dans l'ordre voulu et confirmez.",
        },
      },
      {
        question: "destination",
        verbs: ["send"],
        text: {
          en: "Choose where your rushing card goes. A card on the track can rush again in a later turn.",
          fr: "Choisissez où va votre carte de ruée. Une carte sur la piste pourra se ruer de nouveau à un autre tour.",
        },
      },
    ],
  },
  transformers_dbg: {
    about: {
      en: "One Autobot deck in the Matrix. You learn to play cards for power, move, take cards from the grid and face a Confrontation.",
      fr: "Un paquet Autobot dans la Matrice. Vous apprenez à jouer des cartes, à vous déplacer, à prendre des cartes de la grille et à mener une confrontation.",
    },
    seed: "first patrol",
    options: {},
    bot: "random",
    hints: [
      {
        question: "character",
        verbs: ["be"],
        text: {
          en: "Choose who you are. Your character has two sides, as a robot and as a vehicle, each with its own power, move and text.",
          fr: "Choisissez qui vous êtes. Votre personnage a deux faces, robot et véhicule, chacune avec sa puissance, son déplacement et son texte.",
        },
      },
      {
        question: "arrive",
        verbs: ["arrive"],
        text: {
          en: "Your standee enters the Matrix. Choose a space from which several cards are in reach.",
          fr: "Votre figurine entre dans la Matrice. Choisissez une case d'où plusieurs cartes sont à portée.",
        },
      },
      {
        question: "action",
        verbs: ["play"],
        clause: "DBG-PLY-01",
        text: {
          en: "Play your hand first: click the outlined cards. Power buys cards and fights; Move lets you walk and search. How far your power reaches is shown beside the grid.",
          fr: "Jouez d'abord votre main : cliquez sur les cartes entourées. La puissance sert à acheter et à combattre, le déplacement à avancer et à fouiller ; la portée de votre puissance est indiquée à côté de la grille.",
        },
      },
      {
        question: "action",
        verbs: ["move", "search"],
        clause: "DBG-SRC-01",
        text: {
          en: "Now move to a facedown card (click a space beside you) and search it for 1 Move. An enemy robot may ambush you when it turns up.",
          fr: "Allez sur une carte cachée (cliquez sur une case voisine) et fouillez-la pour 1 Déplacement. Un robot ennemi peut vous tendre une embuscade.",
        },
      },
      {
        question: "action",
        verbs: ["buy", "buy_basic"],
        clause: "DBG-BUY-01",
        text: {
          en: "Faceup cards within range can be bought with power: click the card. They go to your discard pile and come back when you shuffle, so your deck grows stronger.",
          fr: "Une carte visible à portée s'achète avec la puissance : cliquez dessus. Elle va dans votre défausse et revient au prochain mélange : votre paquet se renforce.",
        },
      },
      {
        question: "action",
        verbs: ["convert"],
        clause: "DBG-CVT-01",
        text: {
          en: "For 1 Energon you turn your character to its other side. Whatever you did not use on one side is still there when you turn back.",
          fr: "Pour 1 Energon vous changez de face. Ce que vous n'avez pas utilisé d'une face est encore là quand vous y revenez.",
        },
      },
      {
        question: "action",
        clause: "DBG-CNF-01",
        text: {
          en: "You fight a Boss in a Confrontation: you commit power, an Encounter card makes it harder, and the others may assist. Bosses give the most points, and the third one ends the game.",
          fr: "Un Boss se combat en confrontation : engagez votre puissance, une carte Rencontre la complique, les autres peuvent aider. Les Boss rapportent le plus, et le troisième finit la partie.",
        },
      },
      {
        question: "spend",
        verbs: ["spend"],
        text: {
          en: "You choose which points to spend. Keep power with a long reach for cards that are far away.",
          fr: "Vous choisissez les points dépensés. Gardez la puissance à longue portée pour les cartes éloignées.",
        },
      },
      {
        question: "assist",
        verbs: ["assist", "refuse"],
        clause: "DBG-AST-01",
        text: {
          en: "Another player is fighting. If you play an Assist from your hand, you get a share of the reward.",
          fr: "Un autre joueur combat. Si vous jouez un Soutien de votre main, vous avez une part de la récompense.",
        },
      },
      {
        question: "block",
        verbs: ["block", "done", "pass"],
        clause: "DBG-ATK-03",
        text: {
          en: "You are attacked. A card with Block that is in range can stop it; otherwise the attack takes effect.",
          fr: "On vous attaque. Une carte à portée qui a Blocage peut l'arrêter ; sinon l'attaque a son effet.",
        },
      },
      {
        question: "repair",
        verbs: ["repair"],
        text: {
          en: "Repairing removes a Damage card. Standard Damage costs you points at the end.",
          fr: "Réparer retire un Dégât. Les Dégâts normaux coûtent des points à la fin.",
        },
      },
      {
        question: "choose",
        verbs: ["choose"],
        text: {
          en: "Click what you want; everything you can choose is outlined. If you need several, pick them in any order, then confirm.",
          fr: "Désignez ce que vous voulez : ce qui peut être choisi est entouré. S'il en faut plusieurs, prenez-les dans l'ordre voulu et confirmez.",
        },
      },
      {
        question: "offer",
        verbs: ["yes", "no", "use"],
        text: {
          en: "You can use one of your texts now. Read it at the side before you decide.",
          fr: "Vous pouvez utiliser un de vos textes. Lisez-le à côté avant de décider.",
        },
      },
      {
        question: "confront",
        text: {
          en: "Your Confront abilities can help in a Confrontation. Use them before the total is counted.",
          fr: "En confrontation, vos capacités Confrontez peuvent aider. Utilisez-les avant le décompte.",
        },
      },
    ],
  },
};
