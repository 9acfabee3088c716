"""The common forms of values in six languages, each told from its nearest wrong neighbour.

A row is what a source says, what a claim may say of it, and what it may not say, with the words that a reader is
told. All sentences are invented.
"""

from typing import NamedTuple

import pytest

from stet.verify.values import missing_values


class Row(NamedTuple):
    """What is read; `fair` claims state no other value, `wrong` ones do."""

    read: str
    fair: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()


NUMBERS = (
    Row(
        "The fleet has 23 trams.",
        ("Twenty-three trams run.", "It owns 23 trams."),
        ("Twenty-four trams run.", "It owns 32 trams."),
    ),
    Row(
        "Two hundred and forty people came.", ("240 people came.",), ("204 people came.", "420 people came.")
    ),
    Row(
        "One million two hundred thousand bricks were laid.",
        ("1.2 million bricks were laid.", "1,200,000 bricks were laid."),
        ("12 million bricks were laid.",),
    ),
    Row(
        "Das Lager fasst dreiundzwanzig Boote.",
        ("The store holds 23 boats.",),
        ("The store holds 32 boats.",),
    ),
    Row("Es kamen zweihundertfünfzig Gäste.", ("250 guests came.",), ("205 guests came.",)),
    Row(
        "Das Amt zählte zwölftausend Anträge.",
        ("The office counted 12,000 requests.",),
        ("The office counted 1,200 requests.",),
    ),
    Row("Le quai compte vingt-trois grues.", ("The quay has 23 cranes.",), ("The quay has 24 cranes.",)),
    Row(
        "Quatre-vingt-dix navires ont attendu.",
        ("90 ships waited.",),
        ("80 ships waited.", "24 ships waited."),
    ),
    Row(
        "Le port emploie soixante-quinze pilotes.",
        ("The port employs 75 pilots.",),
        ("The port employs 65 pilots.",),
    ),
    Row("Deux cent trente barques sont venues.", ("230 boats came.",), ("2,030 boats came.",)),
    Row("El puerto tiene treinta y cinco grúas.", ("The port has 35 cranes.",), ("The port has 53 cranes.",)),
    Row("Llegaron doscientas barcas.", ("200 boats arrived.",), ("20 boats arrived.",)),
    Row(
        "Llegaron mil quinientas barcas.",
        ("1,500 boats arrived.",),
        ("500 boats arrived.", "1,000,500 boats arrived."),
    ),
    Row("港口有二十三艘船。", ("The port has 23 ships.",), ("The port has 32 ships.",)),
    Row("共有三百五十人参加。", ("350 people took part.",), ("305 people took part.",)),
    Row("参加者は千二百人だった。", ("1,200 people took part.",), ("12,000 people took part.",)),
    Row("Half a million visitors came.", ("500,000 visitors came.",), ("5 million visitors came.",)),
    Row("They sold a dozen boats.", ("They sold 12 boats.",), ("They sold 20 boats.",)),
    Row("They sold 3½ tonnes.", ("They sold 3.5 tonnes.",), ("They sold 35 tonnes.",)),
)

MAGNITUDES = (
    Row(
        "The city has 350万 people.",
        ("The city has 3.5 million people.",),
        ("The city has 350 people.", "The city has 35 million people."),
    ),
    Row(
        "该市有1.2亿元预算。",
        ("The budget is 120 million yuan.", "The budget is CNY 120 million."),
        ("The budget is 12 million yuan.",),
    ),
    Row("人口は三百五十万人です。", ("The population is 3.5 million.",), ("The population is 350,000.",)),
    Row("予算は2兆円である。", ("The budget is 2 trillion yen.",), ("The budget is 2 billion yen.",)),
    Row("Sales reached 4.2bn.", ("Sales reached 4.2 billion.",), ("Sales reached 4.2 million.",)),
    Row(
        "Die Kosten betragen 3,5 Mio. Euro.",
        ("The cost is EUR 3.5 million.", "It costs €3,500,000."),
        ("The cost is EUR 35 million.", "The cost is EUR 3.5 billion."),
    ),
    Row(
        "Die Kosten betragen 2,1 Mrd. Euro.",
        ("The cost is 2.1 billion euros.",),
        ("The cost is 2.1 million euros.",),
    ),
    Row(
        "Die Strafe beträgt 15 Millionen Euro.",
        ("The fine is EUR 15 million.",),
        ("The fine is EUR 50 million.",),
    ),
    Row(
        "Eine Billion Euro wurde ausgegeben, also 1 Billion Euro.",
        ("EUR 1 trillion was spent.",),
        ("EUR 1 billion was spent.",),
    ),
    Row(
        "Le coût est de 2 milliards d’euros.",
        ("The cost is EUR 2 billion.",),
        ("The cost is EUR 2 million.",),
    ),
    Row("Un milliard d’euros a été versé.", ("EUR 1 billion was paid.",), ("EUR 1 million was paid.",)),
    Row(
        "El coste es de 2 mil millones de euros.",
        ("The cost is EUR 2 billion.",),
        ("The cost is EUR 2 million.", "The cost is EUR 2,000."),
    ),
    Row(
        "El coste es de 3.500 millones de euros.",
        ("The cost is EUR 3.5 billion.",),
        ("The cost is EUR 3.5 million.",),
    ),
    Row("Llegaron 2 millones de turistas.", ("2 million tourists came.",), ("2,000 tourists came.",)),
    Row(
        "El plan cuesta 1 billón de euros.",
        ("The plan costs EUR 1 trillion.",),
        ("The plan costs EUR 1 billion.",),
    ),
    Row("It raised $40k.", ("It raised $40,000.",), ("It raised $40 million.",)),
    Row(
        "The dam cost 3 crore rupees.",
        ("The dam cost 30 million rupees.",),
        ("The dam cost 3 million rupees.",),
    ),
    Row("About 12 thousand homes lost power.", ("12,000 homes lost power.",), ("1,200 homes lost power.",)),
)

SHARES = (
    Row(
        "Turnout was 62 per cent.",
        ("Turnout was 62%.", "Turnout was 62 percent."),
        ("Turnout rose 62 percentage points.", "Turnout was 26%."),
    ),
    Row(
        "Turnout rose by 4 percentage points.",
        ("Turnout gained 4 points.", "It rose 4 pp."),
        ("Turnout rose by 4%.", "It rose 14 percentage points."),
    ),
    Row(
        "The rate went up 25 basis points.",
        ("The rate rose by 0.25 percentage points.",),
        ("The rate rose by 25 percentage points.", "The rate rose by 25%."),
    ),
    Row(
        "Der Anteil stieg um 3 Prozentpunkte.",
        ("The share rose by 3 percentage points.",),
        ("The share rose by 3%.",),
    ),
    Row("Der Anteil liegt bei 7,5 Prozent.", ("The share is 7.5%.",), ("The share is 75%.",)),
    Row(
        "La part a gagné 2 points de pourcentage.",
        ("The share gained 2 percentage points.",),
        ("The share gained 2 percent.",),
    ),
    Row("La part est de 12,5 pour cent.", ("The share is 12.5 %.",), ("The share is 125 %.",)),
    Row(
        "La cuota subió 3 puntos porcentuales.",
        ("The share rose 3 percentage points.",),
        ("The share rose 3 %.",),
    ),
    Row("El 12 por ciento votó.", ("12% voted.",), ("21% voted.",)),
    Row("同比增长百分之十二。", ("It grew by 12%.",), ("It grew by 20%.",)),
    Row("支持率上升3个百分点。", ("Support rose by 3 percentage points.",), ("Support rose by 3%.",)),
    Row(
        "支持率は3ポイント上昇し、12パーセントになった。",
        ("Support rose 3 percentage points to 12%.",),
        ("Support rose to 21%.",),
    ),
    Row("Three quarters of the boats stayed.", ("75% of the boats stayed.",), ("25% of the boats stayed.",)),
    Row("A third of the boats left.", ("33% of the boats left.",), ("About 23% of the boats left.",)),
    Row("One in five boats leaked.", ("20% of the boats leaked.",), ("50% of the boats leaked.",)),
    Row("Half of the crew left.", ("50% of the crew left.",), ("15% of the crew left.",)),
)

RANGES = (
    Row(
        "Fares are 3 to 5 euros.",
        ("Fares are €3–5.", "Fares lie between EUR 3 and EUR 5."),
        ("Fares are €3–6.", "Fares are $3–5."),
    ),
    Row(
        "It takes 10–15 minutes.",
        ("It takes between 10 and 15 minutes.",),
        ("It takes 10–15 hours.", "It takes 10 to 25 minutes."),
    ),
    Row("Zwischen 20 und 30 Prozent fehlen.", ("20–30 % are missing.",), ("20–40 % are missing.",)),
    Row("Entre 5 y 7 millones de euros.", ("EUR 5–7 million.",), ("EUR 5–9 million.",)),
    Row("It ran from 2019 to 2023.", ("It ran 2019–2023.", "It ran 2019–23."), ("It ran 2019–2024.",)),
    Row("It ran from 3 to 7 May 2024.", ("It ran 3–7 May 2024.",), ("It ran 3–9 May 2024.",)),
)

MONEY = (
    Row(
        "The toll is €4.50.",
        ("The toll is 4.50 euros.", "The toll is EUR 4.50.", "The toll is 4.5 €."),
        ("The toll is $4.50.", "The toll is EUR 5.40.", "The toll is £4.50."),
    ),
    Row(
        "The grant is US$ 3 million.",
        ("The grant is 3 million US dollars.", "The grant is USD 3m."),
        ("The grant is 3 million euros.",),
    ),
    Row("The grant is 300 Swiss francs.", ("The grant is CHF 300.",), ("The grant is EUR 300.",)),
    Row("The fee is 50 pence.", ("The fee is £0.50.",), ("The fee is £50.",)),
    Row("The fee is 80 cents.", ("The fee is $0.80.",), ("The fee is $80.",)),
    Row("The fee is A$20.", ("The fee is 20 Australian dollars.",), ("The fee is 20 Canadian dollars.",)),
    Row(
        "手数料は500円です。",
        ("The fee is 500 yen.", "The fee is ¥500."),
        ("The fee is 500 yuan.", "The fee is $500."),
    ),
    Row("费用为300元。", ("The fee is 300 yuan.", "The fee is RMB 300."), ("The fee is 300 yen.",)),
    Row("The loan is 40 million kronor.", ("The loan is SEK 40 million.",), ("The loan is EUR 40 million.",)),
    Row("The loan is 40 million zlotys.", ("The loan is PLN 40 million.",), ("The loan is EUR 40 million.",)),
    Row("Das kostet 1.234,50 Euro.", ("It costs EUR 1,234.50.",), ("It costs EUR 1,243.50.",)),
    Row("Cela coûte 35 000 000 d’euros.", ("It costs EUR 35 million.",), ("It costs EUR 3.5 million.",)),
)

UNITS = (
    Row(
        "The pier is 1.2 km long.",
        ("The pier is 1,200 metres long.", "It is about 0.75 miles long."),
        ("The pier is 1.2 miles long.", "It is 120 metres long."),
    ),
    Row("The water is 20 °C.", ("The water is 68 °F.",), ("The water is 20 °F.",)),
    Row("It weighs 2.5 tonnes.", ("It weighs 2,500 kg.",), ("It weighs 2.5 kg.", "It weighs 250 kg.")),
    Row(
        "The plot is 3 hectares.",
        ("The plot is 30,000 square metres.",),
        ("The plot is 3 acres.", "The plot is 3 square kilometres."),
    ),
    Row(
        "It lasts 90 minutes.",
        ("It lasts an hour and a half.", "It lasts 1.5 hours."),
        ("It lasts 90 hours.", "It lasts 2.5 hours."),
    ),
    Row("It lasts two years.", ("It lasts 24 months.",), ("It lasts 24 years.", "It lasts two months.")),
    Row(
        "It flies at 90 km/h.",
        ("It flies at 25 m/s.", "It flies at 90 kilometres per hour."),
        ("It flies at 90 mph.",),
    ),
    Row(
        "Die Frist beträgt 36 Monate.",
        ("The period is 36 months.", "The period is three years."),
        ("The period is 36 weeks.", "The period is 24 months."),
    ),
    Row("La durée est de six mois.", ("The period is 6 months.",), ("The period is 6 weeks.",)),
    Row("El plazo es de 18 meses.", ("The period is 18 months.",), ("The period is 18 weeks.",)),
    Row("期限は3か月です。", ("The period is 3 months.",), ("The period is 3 weeks.",)),
    Row("工期为18个月。", ("The works take 18 months.",), ("The works take 18 weeks.",)),
    Row(
        "The tank holds 500 litres.", ("The tank holds 0.5 cubic metres.",), ("The tank holds 500 gallons.",)
    ),
    Row(
        "The line carries 3 GW.",
        ("The line carries 3,000 megawatts.",),
        ("The line carries 3 MW.", "It carries 3 GWh."),
    ),
)

DATES = (
    Row(
        "It opened on 2 August 2026.",
        (
            "It opened on August 2, 2026.",
            "It opened on 2026-08-02.",
            "It opened on 02.08.2026.",
            "It opened on the 2nd of August 2026.",
            "It opened in August 2026.",
            "It opened in Q3 2026.",
            "It opened in the second half of 2026.",
        ),
        (
            "It opened on 3 August 2026.",
            "It opened on 2 August 2027.",
            "It opened in September 2026.",
            "It opened in Q2 2026.",
            "It opened in the first half of 2026.",
        ),
    ),
    Row(
        "Sie gilt ab dem 2. Februar 2025.",
        ("It applies from 2 February 2025.",),
        ("It applies from 2 August 2025.",),
    ),
    Row(
        "Elle s’applique à partir du 1er mars 2025.",
        ("It applies from 1 March 2025.",),
        ("It applies from 1 May 2025.",),
    ),
    Row(
        "Se aplica desde el 7 de diciembre de 2024.",
        ("It applies from 7 December 2024.",),
        ("It applies from 7 October 2024.",),
    ),
    Row("自2025年3月7日起施行。", ("It applies from 7 March 2025.",), ("It applies from 7 May 2025.",)),
    Row(
        "令和7年4月1日に施行された。", ("It applied from 1 April 2025.",), ("It applied from 1 April 2024.",)
    ),
    Row("二〇二五年三月七日起施行。", ("It applies from 7 March 2025.",), ("It applies from 7 March 2026.",)),
    Row(
        "It opened on 03/04/2025.",
        ("It opened on 3 April 2025.", "It opened on March 4, 2025."),
        ("It opened on 3 May 2025.",),
    ),
    Row("It opened on 5 May ’24.", ("It opened on 5 May 2024.",), ("It opened on 5 May 2023.",)),
    Row(
        "It was built in the 1960s.",
        ("It was built in the 1960s.", "It was built in the sixties."),
        ("It was built in the 1950s.",),
    ),
    Row(
        "It opened in spring 2024.",
        ("It opened in 2024.", "It opened in the spring of 2024."),
        ("It opened in autumn 2024.", "It opened in spring 2023."),
    ),
    Row(
        "It stood in the 18th century.",
        ("It stood in the eighteenth century.",),
        ("It stood in the 17th century.",),
    ),
    Row(
        "Im 3. Quartal 2024 sank er.",
        ("It fell in Q3 2024.", "It fell in the third quarter of 2024."),
        ("It fell in Q2 2024.",),
    ),
    Row("Au troisième trimestre 2024, il a baissé.", ("It fell in Q3 2024.",), ("It fell in Q1 2024.",)),
    Row(
        "It opened on Monday, 3 March 2025.",
        ("It opened on 3 March 2025.", "It opened on a Monday, 3 March 2025."),
        ("It opened on Monday, 10 March 2025.",),
    ),
    Row(
        "It applies from 20241201 (2024-12-01).",
        ("It applies from 1 December 2024.",),
        ("It applies from 12 January 2024.",),
    ),
)

ORDINALS = (
    Row(
        "She came third.", ("She came 3rd.", "She was in third place."), ("She came fourth.", "She came 5th.")
    ),
    Row(
        "It is the 21st edition.", ("It is the twenty-first edition.",), ("It is the twenty-second edition.",)
    ),
    Row("Es ist die 5. Auflage.", ("It is the fifth edition.",), ("It is the sixth edition.",)),
    Row("Es ist die fünfte Auflage.", ("It is the 5th edition.",), ("It is the 6th edition.",)),
    Row("C’est la troisième édition.", ("It is the third edition.",), ("It is the fourth edition.",)),
    Row("Es la cuarta edición.", ("It is the fourth edition.",), ("It is the fifth edition.",)),
    Row("这是第五届。", ("It is the fifth one.",), ("It is the sixth one.",)),
    Row("第12回の大会です。", ("It is the 12th meeting.",), ("It is the 13th meeting.",)),
)

LAWS = (
    Row(
        "Article 6(2) of Regulation (EU) 2024/1689 says so.",
        (
            "Art. 6(2) says so.",
            "Article 6 of Regulation 2024/1689 says so.",
            "Under Article 6, paragraph 2, it is so.",
        ),
        ("Article 7(2) says so.", "Article 6(3) says so.", "Regulation (EU) 2024/1698 says so."),
    ),
    Row(
        "Nach Artikel 6 Absatz 2 ist es so.",
        ("Article 6(2) says so.",),
        ("Article 6(3) says so.", "Article 7(2) says so."),
    ),
    Row(
        "Selon l’article 12, paragraphe 3, c’est ainsi.",
        ("Article 12(3) says so.",),
        ("Article 12(4) says so.",),
    ),
    Row("Según el artículo 5, apartado 1, es así.", ("Article 5(1) says so.",), ("Article 5(2) says so.",)),
    Row("根据第六条第二款。", ("Article 6(2) says so.", "Article 6 says so."), ("Article 7 says so.",)),
    Row("第6条第2項による。", ("Article 6(2) says so.",), ("Article 7(2) says so.",)),
    Row("See Annex III, point 4.", ("Annex III says so.", "Annex 3 lists it."), ("Annex IV says so.",)),
    Row("Under § 12 BGB it holds.", ("Section 12 BGB holds.",), ("Section 13 BGB holds.",)),
    Row("17 U.S.C. § 107 allows it.", ("Section 107 allows it.",), ("Section 117 allows it.",)),
)

BOUNDS = (
    Row(
        "More than 500 people came.",
        ("Over 500 people came.", "At least 500 people came.", "More than 500 came."),
        ("Fewer than 500 people came.", "Up to 500 people came.", "At most 500 people came."),
    ),
    Row(
        "Fewer than 500 people came.",
        ("Under 500 people came.", "Less than 500 came."),
        ("More than 500 people came.", "At least 500 people came."),
    ),
    Row(
        "At least 12 boats sank.",
        ("12 or more boats sank.",),
        ("At most 12 boats sank.", "No more than 12 boats sank."),
    ),
    Row(
        "At most 12 boats may moor.",
        ("No more than 12 boats may moor.", "Up to 12 boats may moor."),
        ("At least 12 boats may moor.",),
    ),
    Row("Es kamen mehr als 500 Leute.", ("More than 500 people came.",), ("Fewer than 500 people came.",)),
    Row(
        "Moins de 500 personnes sont venues.",
        ("Fewer than 500 people came.",),
        ("More than 500 people came.",),
    ),
    Row("Más de 500 personas llegaron.", ("Over 500 people came.",), ("Under 500 people came.",)),
    Row("有超过500人参加。", ("More than 500 took part.",), ("Fewer than 500 took part.",)),
    Row("500人以上が参加した。", ("At least 500 took part.",), ("Fewer than 500 took part.",)),
    Row(
        "512 people came.",
        ("More than 500 people came.", "Over 510 people came."),
        ("Fewer than 500 people came.", "More than 600 people came."),
    ),
    Row(
        "Sales rose from 5 to 7 million.",
        ("Sales grew from 5 million to 7 million.", "Sales rose to 7 million from 5 million."),
        (
            "Sales fell from 5 to 7 million.",
            "Sales rose from 7 to 5 million.",
            "Sales fell from 7 million to 5 million.",
        ),
    ),
    Row(
        "The share fell from 15 % to 12 %.",
        ("The share dropped to 12 % from 15 %.",),
        ("The share rose from 12 % to 15 %.", "The share rose from 15 % to 12 %."),
    ),
)

DERIVED = (
    Row(
        "The share went from 12 % to 15 %.",
        ("The share rose by 3 percentage points.", "The share rose by 25 %."),
        ("The share rose by 4 percentage points.", "The share fell by 3 percentage points."),
    ),
    Row(
        "Sales were 80 in 2023 and 100 in 2024.",
        ("Sales rose by 25 %.", "Sales rose by 20."),
        ("Sales rose by 35 %.", "Sales fell by 25 %."),
    ),
    Row(
        "North has 10 boats, South has 20.",
        ("Together they have 30 boats.",),
        ("Together they have 35 boats.",),
    ),
    Row(
        "Sales went from 40 to 80 million.",
        ("Sales doubled.", "Sales doubled to 80 million."),
        ("Sales tripled.", "Sales halved."),
    ),
    Row("Costs went from 80 to 40 million.", ("Costs halved.", "Costs fell by half."), ("Costs doubled.",)),
    Row(
        "Of 90 boats, 30 leaked.",
        ("A third of the boats leaked.", "33 % of the boats leaked."),
        ("A quarter of the boats leaked.", "Two thirds of the boats leaked."),
    ),
    Row(
        "The three piers are 10, 20 and 30 m long.",
        ("The piers average 20 m.",),
        ("The piers average 25 m.",),
    ),
    Row(
        "She was born on 5 May 1950 and died on 3 March 2020.",
        ("She died aged 69.", "She died at the age of 69."),
        ("She died aged 70.", "She died aged 59."),
    ),
    Row(
        "It ran from 2010 until 2018.",
        ("It ran for 8 years.", "It lasted eight years."),
        ("It ran for 9 years.",),
    ),
    Row(
        "The count is 2,487,312.",
        (
            "About 2.5 million were counted.",
            "Roughly 2.49 million were counted.",
            "Nearly 2.5 million were counted.",
        ),
        ("About 2.2 million were counted.", "About 3.5 million were counted."),
    ),
    Row(
        "It costs 4 euros a day for 5 days.",
        ("In total it costs 20 euros.",),
        ("In total it costs 25 euros.",),
    ),
    Row(
        "The north tower is 120 m and the south tower 95 m.",
        ("The north tower is 25 m higher.",),
        ("The north tower is 35 m higher.",),
    ),
    Row(
        "The plan has 200 places, 50 of them free.",
        ("A quarter of the places are free.", "25 % are free."),
        ("A third of the places are free.",),
    ),
    Row(
        "Sales were 3 million in 2020 and 9 million in 2024.",
        ("Sales tripled.", "Sales grew three times."),
        ("Sales doubled.",),
    ),
)

NAMES = (
    Row(
        "Angela Merkel spoke in Berlin.",
        ("Merkel spoke.", "Chancellor Merkel spoke.", "Ms Merkel spoke.", "Merkel’s speech was in Berlin."),
        ("Then Olaf Scholz spoke.", "Chancellor Scholz spoke.", "She spoke in Hamburg."),
    ),
    Row(
        "The World Health Organization (WHO) met.",
        ("The WHO met.", "The meeting was of the World Health Organisation."),
        ("The WTO met.",),
    ),
    Row(
        "The European Central Bank raised rates.",
        ("The ECB raised rates.",),
        ("The BIS raised rates.", "The Federal Reserve raised rates."),
    ),
    Row("A German firm won.", ("A firm from Germany won.",), ("A firm from France won.",)),
    Row("A firm from the Netherlands won.", ("A Dutch firm won.",), ("A Danish firm won.",)),
    Row("A firm from Ukraine won.", ("A Ukrainian firm won.",), ("A Russian firm won.",)),
    Row("A firm from Norway won.", ("A Norwegian firm won.",), ("A Swedish firm won.",)),
    Row("The United Kingdom left.", ("Britain left.", "The UK left."), ("Then Ireland left.",)),
    Row(
        "José García spoke in Málaga.", ("Then Jose Garcia spoke in Malaga.",), ("Then Jose Garrido spoke.",)
    ),
    Row(
        "Jürgen Müller spoke in Köln.",
        ("Then Juergen Mueller spoke.", "Then Jurgen Muller spoke."),
        ("Then Jürgen Möller spoke.",),
    ),
    Row("Xi Jinping spoke.", ("Then Jinping Xi spoke.",), ("Then Li Keqiang spoke.",)),
    Row("The talk was by Smith, John.", ("The talk was by John Smith.",), ("The talk was by John Smyth.",)),
    Row(
        "The talk was by J. R. R. Tolkien.",
        ("The talk was by J.R.R. Tolkien.", "The talk was by JRR Tolkien.", "The talk was by Tolkien."),
        ("The talk was by C. S. Lewis.",),
    ),
    Row("The firm is Nordwind GmbH.", ("The firm is Nordwind.",), ("The firm is Südwind.",)),
    Row("It happened in New York City.", ("It happened in New York.",), ("It happened in New Jersey.",)),
    Row("Robert F. Kennedy spoke.", ("Then Robert Kennedy spoke.",), ("Then Edward Kennedy spoke.",)),
    Row(
        "The talk was by Dr. Maria Lopez.",
        ("The talk was by Professor Lopez.",),
        ("The talk was by Dr. Perez.",),
    ),
    Row("It happened in Peking, now Beijing.", ("It happened in Beijing.",), ("It happened in Shanghai.",)),
)

KINDS = {
    "numbers": NUMBERS,
    "magnitudes": MAGNITUDES,
    "shares": SHARES,
    "ranges": RANGES,
    "money": MONEY,
    "units": UNITS,
    "dates": DATES,
    "ordinals": ORDINALS,
    "laws": LAWS,
    "bounds": BOUNDS,
    "derived": DERIVED,
    "names": NAMES,
}
FAIR = [
    pytest.param(claim, row.read, id=f"{kind}: {claim[:60]}")
    for kind, rows in KINDS.items()
    for row in rows
    for claim in row.fair
]
WRONG = [
    pytest.param(claim, row.read, id=f"{kind}: {claim[:60]}")
    for kind, rows in KINDS.items()
    for row in rows
    for claim in row.wrong
]


@pytest.mark.parametrize(("claim", "read"), FAIR)
def test_a_fair_claim_states_no_value_that_is_not_there(claim: str, read: str):
    assert [(each.exact, each.reason) for each in missing_values(claim, read)] == []


@pytest.mark.parametrize(("claim", "read"), WRONG)
def test_a_wrong_value_is_missed_and_said_in_a_sentence(claim: str, read: str):
    missing = missing_values(claim, read)
    assert missing, f"{claim!r} passes on {read!r}"
    assert all(each.detail.endswith(".") and each.exact in claim for each in missing)
