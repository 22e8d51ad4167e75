"""What is known of the runs of NAS LU that ScalaTrace 2 recorded on Grid'5000 graphene."""

# Seconds that the traces' authors predicted from runs I with SMPI's replay of 2014 (their simulationsTD.csv).
SMPI = {
    "A.4": 20.67, "A.8": 13.14, "A.16": 8.01, "A.32": 5.20, "A.64": 3.63, "A.128": 3.31,
    "B.4": 83.86, "B.8": 48.59, "B.16": 26.01, "B.32": 14.73,
}
